/** The sentences around other players: phrases, emotes, notes, labels and avatars. */

export const SOCIAL_WORDS = {
  /** @type {Record<Exclude<Wire.Said["phrase"], "" | undefined>, string>} */
  phrases: {
    hello: "Hello!",
    good_luck: "Good luck!",
    nice_hand: "Nice hand.",
    well_played: "Well played.",
    thanks: "Thank you.",
    sorry: "Sorry!",
    unlucky: "Unlucky.",
    one_moment: "One moment, please.",
    good_game: "Good game.",
    good_night: "Good night.",
  },
  /** @type {Record<Exclude<Wire.Said["emote"], "" | undefined>, string>} */
  emotes: {
    clap: "claps",
    laugh: "laughs",
    wow: "is amazed",
    sad: "is sad",
    angry: "is angry",
    think: "is thinking",
    cool: "plays it cool",
    fire: "is on fire",
    heart: "sends a heart",
    sleep: "falls asleep",
  },
  /** @type {Record<string, string>} */
  avatars: {
    fox: "Fox",
    owl: "Owl",
    cat: "Cat",
    bear: "Bear",
    shark: "Shark",
    whale: "Whale",
    fish: "Fish",
    rabbit: "Rabbit",
    frog: "Frog",
    penguin: "Penguin",
    robot: "Robot",
    crown: "Crown",
    hat: "Hat",
    rocket: "Rocket",
    moon: "Moon",
    spade: "Spade",
  },
  /** @type {Record<string, string>} */
  labels: {
    "": "None",
    red: "Red",
    orange: "Orange",
    yellow: "Yellow",
    green: "Green",
    blue: "Blue",
    violet: "Violet",
  },
  quick: "Phrases and emotes",
  phraseList: "Phrases",
  emoteList: "Emotes",
  /** @param {string} who @param {string} does */
  emoted: (who, does) => `${who} ${does}.`,
  /** @param {string} who @param {string} words */
  says: (who, words) => `${who} says: ${words}`,
  /** @param {string} who */
  noteOn: (who) => `Note on ${who}`,
  note: "Note",
  noteHint: "Only you can read this.",
  label: "Label",
  mute: "Mute",
  muteHint: "Hide what this player says, and their emotes.",
  save: "Save",
  saved: "Note saved.",
  /** @param {string} label */
  labelled: (label) => `label ${label}`,
  noted: "has a note",
  avatar: "Avatar",
  avatarTitle: "Choose an avatar",
  initials: "Your initials",
  showEmotes: "Emotes",
  showEmotesHint: "Pictures that players send float over their seats",
};
