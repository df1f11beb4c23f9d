/**
 * What the server sends, as types only; docs/web-api.md says what each of them means.
 *
 * @typedef {"first" | "second"} Side
 * @typedef {"white" | "black"} Colour
 *
 * @typedef {object} House
 * @property {string} id
 * @property {"south" | "north"} seat
 * @property {number} [house]
 * @property {number} seeds
 * @property {string} label
 *
 * @typedef {object} HousesBoard
 * @property {"houses"} kind
 * @property {number} houses
 * @property {House[]} cells
 * @property {House[]} stores
 *
 * @typedef {object} Square
 * @property {string} id
 * @property {"free" | "land" | "corner" | "gone"} state
 * @property {Colour} [piece]
 * @property {boolean} [dead]
 * @property {Colour} [owner]
 * @property {boolean} [doomed]
 * @property {string} label
 *
 * @typedef {object} GridBoard
 * @property {"grid"} kind
 * @property {number} columns
 * @property {number} rows
 * @property {Square[]} cells
 * @property {string} [phase]
 * @property {number} [turns]
 * @property {{at: number, in: number, squares: string[]} | null} [shrink]
 *
 * @typedef {HousesBoard | GridBoard} BoardData
 *
 * @typedef {object} LegalMove
 * @property {string} move
 * @property {string} [from]
 * @property {string} [to]
 * @property {string} label
 *
 * @typedef {object} Position
 * @property {string} game
 * @property {string} family
 * @property {string} text
 * @property {Side | null} turn
 * @property {Record<Side, string>} names
 * @property {boolean} over
 * @property {Side | null} winner
 * @property {number | null} margin
 * @property {string} status
 * @property {{name: string, side: Side, count: number, unit: string}[]} counts
 * @property {BoardData} board
 * @property {LegalMove[]} legal
 *
 * @typedef {{type: "lift", at: string, seeds: number}
 *   | {type: "sowing", path: string[]}
 *   | {type: "capture", last: string, cells: string[], store: string, seeds: number}
 *   | {type: "sweep", cells: string[], store: string, seeds: number}
 *   | {type: "placement", at: string, side: string}
 *   | {type: "step", start: string, to: string, side: string, over: string | null}
 *   | {type: "enclosure", side: string, loop: string[], cells: string[], recaptured: string[]}
 *   | {type: "elimination", at: string, side: string, by: string[]}
 *   | {type: "shrink", cells: string[], pieces: string[]}
 *   | {type: "corner", at: string, lost: string | null}
 *   | {type: "phase", phase: string}
 *   | {type: "extra-turn" | "pass", side: string}
 *   | {type: "line", side: string, cells: string[]}
 *   | {type: "swap"}} BoardEvent
 *
 * @typedef {object} PlayedMove
 * @property {number} ply
 * @property {string} move
 * @property {Side} side
 * @property {string} name
 * @property {number | null} [seconds]
 * @property {string} [announce]
 * @property {BoardEvent[]} [events]
 *
 * @typedef {object} Proven
 * @property {Side | null} winner
 * @property {number | null} margin
 * @property {number | null} plies
 * @property {boolean} solved
 *
 * @typedef {object} Score
 * @property {number | null} value
 * @property {string} text
 * @property {number} chance
 * @property {"exact" | "lower" | "upper"} bound
 * @property {Proven | null} proven
 *
 * @typedef {{move: string, moves: string[], score: Score}} Line
 *
 * @typedef {object} Player
 * @property {string} spec
 * @property {string} title
 * @property {boolean} human
 *
 * @typedef {object} Clock
 * @property {number} initial
 * @property {number} increment
 * @property {number} first
 * @property {number} second
 * @property {Side | null} running
 *
 * @typedef {object} Result
 * @property {Side | null} winner
 * @property {string} reason
 * @property {number | null} margin
 * @property {string} text
 *
 * @typedef {object} Game
 * @property {string} id
 * @property {number} version
 * @property {string} game
 * @property {string | null} start
 * @property {Record<Side, Player>} players
 * @property {Side[]} you
 * @property {number} from
 * @property {PlayedMove[]} moves
 * @property {Position} position
 * @property {Clock | null} clock
 * @property {"running" | "over"} status
 * @property {Result | null} result
 * @property {Side | null} thinking
 * @property {{paused: boolean, pause: number} | null} watch
 * @property {string[]} can
 * @property {string | null} rematch
 *
 * @typedef {object} Summary
 * @property {string} id
 * @property {string} game
 * @property {Record<Side, string>} players
 * @property {number} moves
 * @property {string} status
 * @property {boolean} your_turn
 * @property {Result | null} result
 * @property {string} updated
 */

export {};
