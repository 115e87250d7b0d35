/** The sentences around other players: phrases, emotes, notes, labels and avatars. */

import { language, say } from "../shared/language.js";

export const SOCIAL_WORDS = {
  /** @type {Record<Exclude<Wire.Said["phrase"], "" | undefined>, string>} */
  phrases: {
    hello: say("Hello!"),
    good_luck: say("Good luck!"),
    nice_hand: say("Nice hand."),
    well_played: say("Well played."),
    thanks: say("Thank you."),
    sorry: say("Sorry!"),
    unlucky: say("Unlucky."),
    one_moment: say("One moment, please."),
    good_game: say("Good game."),
    good_night: say("Good night."),
  },
  /** @type {Record<Exclude<Wire.Said["emote"], "" | undefined>, string>} */
  emotes: {
    clap: say("claps", {}, "an emote"),
    laugh: say("laughs", {}, "an emote"),
    wow: say("is amazed", {}, "an emote"),
    sad: say("is sad", {}, "an emote"),
    angry: say("is angry", {}, "an emote"),
    think: say("is thinking", {}, "an emote"),
    cool: say("plays it cool", {}, "an emote"),
    fire: say("is on fire", {}, "an emote"),
    heart: say("sends a heart", {}, "an emote"),
    sleep: say("falls asleep", {}, "an emote"),
  },
  /** What an emote says of its sender. @type {Record<Exclude<Wire.Said["emote"], "" | undefined>, (who: string) => string>} */
  emoted: {
    clap: (who) => say("{who} claps.", { who }),
    laugh: (who) => say("{who} laughs.", { who }),
    wow: (who) => say("{who} is amazed.", { who }),
    sad: (who) => say("{who} is sad.", { who }),
    angry: (who) => say("{who} is angry.", { who }),
    think: (who) => say("{who} is thinking.", { who }),
    cool: (who) => say("{who} plays it cool.", { who }),
    fire: (who) => say("{who} is on fire.", { who }),
    heart: (who) => say("{who} sends a heart.", { who }),
    sleep: (who) => say("{who} falls asleep.", { who }),
  },
  /** @type {Record<string, string>} */
  avatars: {
    fox: say("Fox"),
    owl: say("Owl"),
    cat: say("Cat"),
    bear: say("Bear"),
    shark: say("Shark"),
    whale: say("Whale"),
    fish: say("Fish"),
    rabbit: say("Rabbit"),
    frog: say("Frog"),
    penguin: say("Penguin"),
    robot: say("Robot"),
    crown: say("Crown"),
    hat: say("Hat"),
    rocket: say("Rocket"),
    moon: say("Moon"),
    spade: say("Spade"),
  },
  /** @type {Record<string, string>} */
  labels: {
    "": say("None", {}, "no label"),
    red: say("Red"),
    orange: say("Orange"),
    yellow: say("Yellow"),
    green: say("Green"),
    blue: say("Blue"),
    violet: say("Violet"),
  },
  quick: say("Phrases and emotes"),
  phraseList: say("Phrases"),
  emoteList: say("Emotes"),
  /** @param {string} who @param {string} words */
  says: (who, words) => say("{who} says: {words}", { who, words }),
  /** @param {string} who */
  noteOn: (who) => say("Note on {who}", { who }),
  note: say("Note"),
  noteHint: say("Only you can read this."),
  label: say("Label"),
  mute: say("Mute"),
  muteHint: say("Hide what this player says, and their emotes."),
  save: say("Save"),
  saved: say("Note saved."),
  /** @param {string} label */
  labelled: (label) =>
    say("label {label}", { label: (SOCIAL_WORDS.labels[label] ?? label).toLocaleLowerCase(language) }),
  noted: say("has a note"),
  avatar: say("Avatar"),
  avatarTitle: say("Choose an avatar"),
  initials: say("Your initials"),
  showEmotes: say("Emotes"),
  showEmotesHint: say("Pictures that players send float over their seats"),
};
