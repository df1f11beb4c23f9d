/** Small pictures for buttons: 24 units square, drawn in the colour of the text. */

import { s } from "./dom.js";

const PATHS = {
  theme: "M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z",
  sound: "M4 9.5v5h4l5 4v-13l-5 4zM17 9a4.5 4.5 0 0 1 0 6M19.5 6.5a8 8 0 0 1 0 11",
  silent: "M4 9.5v5h4l5 4v-13l-5 4zM17 9.5l5 5M22 9.5l-5 5",
  back: "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  hint: "M9.5 18h5M10.5 21h3M12 3a6.5 6.5 0 0 0-3.8 11.8c.8.6 1.3 1.4 1.3 2.2h5"
    + "c0-.8.5-1.6 1.3-2.2A6.5 6.5 0 0 0 12 3z",
  flag: "M5 21V4M5 4.5c5-3 9 3 14 0v9c-5 3-9-3-14 0",
  again: "M4 12a8 8 0 0 1 14-5.3L20 9M20 4v5h-5M20 12a8 8 0 0 1-14 5.3L4 15M4 20v-5h5",
  flip: "M8 4v16M8 4L4 8M8 4l4 4M16 20V4M16 20l-4-4M16 20l4-4",
  play: "M7 4.5v15l12-7.5z",
  pause: "M8 5v14M16 5v14",
  step: "M6 5v14l9-7zM18 5v14",
  first: "M18 5l-9 7 9 7zM6 5v14",
  previous: "M15 5l-8 7 8 7",
  next: "M9 5l8 7-8 7",
  last: "M6 5l9 7-9 7zM18 5v14",
  analyse: "M4 20V10M10 20V4M16 20v-7M22 20H2",
  share: "M12 15V3M7.5 7L12 2.5 16.5 7M5 12v8h14v-8",
  trash: "M4 7h16M10 3h4M6 7l1 14h10l1-14M10 11v6M14 11v6",
  why: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18h.01",
  learn: "M2.5 9L12 4.5 21.5 9 12 13.5zM6.5 11v5c3 2.7 8 2.7 11 0v-5",
  heat: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  check: "M4.5 12.5l5 5 10-11",
  plus: "M12 5v14M5 12h14",
};

/** @typedef {keyof typeof PATHS} Icon */

/** @param {Icon} name */
export function icon(name) {
  return s("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
    s("path", { d: PATHS[name] }));
}
