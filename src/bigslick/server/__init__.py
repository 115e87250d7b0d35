"""The card room: live tables with clocks, a record of every hand, and a page to play it on."""

from bigslick.extras import needs_extra

needs_extra("room")
