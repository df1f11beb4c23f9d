/**
 * The messages between server and browser, as types; docs/web-api.md says what each of them means.
 *
 * Written by `python -m plyground.web.types` from the server's models: change those instead.
 *
 * @typedef {"first" | "second"} Side
 * @typedef {"white" | "black" | "red" | "yellow"} Colour
 * @typedef {"south" | "north"} Seat
 * @typedef {"best" | "good" | "inaccuracy" | "mistake" | "blunder" | "forced"} Grade
 * @typedef {HousesBoard | GridBoard | DrawnBoard | TextBoard} BoardData
 * @typedef {Lift | Sowing | Capture | Sweep | ExtraTurn | Swap | Placement | Step | Elimination |
 *   Enclosure | Shrink | Corner | Phase | Pass | Line | Change} BoardEvent
 * @typedef {MoveMessage | ActMessage | DirectMessage | SpeedMessage | PingMessage} GameMessage
 * @typedef {StartMessage | ReviewMessage | StopMessage | PingMessage} AnalysisMessage
 * @typedef {{ref?: string | number | null,
 *   type: "take_back" | "resign" | "hint" | "rematch" | "draw" | "accept" | "decline",
 *   version: number}} ActMessage
 * @typedef {{game: string, position?: string | null, moves?: string[], lines?: number,
 *   seconds?: number | null, depth?: number | null, nodes?: number | null, engine?: string,
 *   explain?: boolean}} Analyse
 * @typedef {{position: Position, move: string | null, score: Score, exact: boolean, depth: number,
 *   nodes: number, seconds: number, lines: ScoredLine[], explanation: Explained | null,
 *   heat: Heat[]}} Analysed
 * @typedef {{last: string, cells: string[], store: string, seeds: number, type: "capture"}} Capture
 * @typedef {{families: Family[], levels: Level[], players: PlayerKind[], hosted: string[],
 *   limits: Limits}} Catalogue
 * @typedef {{win: number, draw: number, loss: number}} Chances
 * @typedef {{at: string[], moved: string[][], placed: string[], turned: string[], gone: string[],
 *   again: boolean, type: "change"}} Change
 * @typedef {{valid: boolean, text: string | null, position: Position | null,
 *   message: string | null, cell: string | null}} Checked
 * @typedef {{case: string, problem: string | null, details: string}} CheckedCase
 * @typedef {{run: number, tournament: string, name: string, kind: string, due: string,
 *   status: string, games: number, total: number | null, winner: string | null}} ClassRound
 * @typedef {{name: string, game: string, title: string, deadline: string | null, paused: boolean,
 *   problem: string | null, games: number, ladder: LadderRow[], rounds: ClassRound[],
 *   planned: PlannedRound[], notices: Notice[]}} ClassView
 * @typedef {{initial: number, increment: number}} Clock
 * @typedef {{initial: number, increment: number, first: number, second: number,
 *   running: Side | null}} ClockState
 * @typedef {{at: string, lost: string | null, type: "corner"}} Corner
 * @typedef {{name: string, side: Side, count: number, unit: string}} Count
 * @typedef {{ref?: string | number | null, type: "pause" | "go" | "step"}} DirectMessage
 * @typedef {{kind: "drawn", cells: DrawnCell[], labels: DrawnLabel[], upright?: boolean,
 *   note?: string}} DrawnBoard
 * @typedef {{id: string, x: number, y: number, width: number, height: number, row: number,
 *   shape: "square" | "round" | "hexagon", ground: string, piece?: DrawnPiece, marked?: boolean,
 *   fixed?: boolean, label: string}} DrawnCell
 * @typedef {{text: string, x: number, y: number}} DrawnLabel
 * @typedef {{colour: string, shape: "disc" | "tile" | "ring" | "cross" | "up" | "down" | "bar",
 *   text?: string}} DrawnPiece
 * @typedef {{at: string, side: string, by: string[], type: "elimination"}} Elimination
 * @typedef {{value: number | null, low: number | null, high: number | null}} Elo
 * @typedef {{side: string, loop: string[], cells: string[], recaptured: string[],
 *   type: "enclosure"}} Enclosure
 * @typedef {{key: string}} EnterWish
 * @typedef {{staff: boolean, team: string | null}} Entered
 * @typedef {{ply: number, move: string, side: Side, name: string}} Entry
 * @typedef {{error: ErrorBody}} Error
 * @typedef {{code: string, message: string}} ErrorBody
 * @typedef {{type: "error", code: string, message: string, version?: number, id?: number,
 *   ref?: string | number}} ErrorMessage
 * @typedef {{side: Side, phase: string, value: number, expected: string, features: Feature[],
 *   correction: number | null, places: Seen[]}} Explained
 * @typedef {{side: string, type: "extra-turn"}} ExtraTurn
 * @typedef {{name: string, title: string, meaning: string, presets: Preset[], names: string[],
 *   parameters: Parameter[], sample: Sample | null, setup: "cells" | "text" | null,
 *   ratings: number[]}} Family
 * @typedef {{name: string, meaning: string, own: number, opponent: number, weight: number,
 *   contribution: number}} Feature
 * @typedef {{id: string, version: number, game: string, start: string | null,
 *   players: Record<Side, Player>, you: Side[], from: number, moves: PlayedMove[],
 *   position: Position, clock: ClockState | null, status: "running" | "over",
 *   result: Result | null, thinking: Side | null, watch: Watch | null, can: string[],
 *   rematch: string | null, offer: Offer | null, seat: OwnSeat | null, problem: string | null}}
 *   Game
 * @typedef {{game: string, start?: string | null, moves?: string[], move: string}} GradeWish
 * @typedef {{move: string, grade: Grade, loss: number, score: Score, best: string | null,
 *   best_score: Score, line: string[], refutation: string[]}} Graded
 * @typedef {{type: "graded", id: number, ply: number, of: number, score: Score,
 *   best: string | null, line: string[], exact: boolean, move: GradedMove | null}} GradedMessage
 * @typedef {{ply: number, move: string, side: Side, name: string, grade: Grade, loss: number,
 *   best: string | null, best_line: string[], why: string | null}} GradedMove
 * @typedef {{kind: "grid", columns: number, rows: number, cells: Square[], upright?: boolean,
 *   look?: "plain" | "columns", phase?: string, turns?: number, shrink?: NextShrink,
 *   note?: string}} GridBoard
 * @typedef {{move: string, cell: string, gain: number}} Heat
 * @typedef {{type: "hint", version: number, move: string, line: string[], score: Score,
 *   why: string, ref?: string | number}} Hint
 * @typedef {{id: string, seat: Seat, house?: number, seeds: number, label: string}} House
 * @typedef {{kind: "houses", houses: number, cells: House[], stores: House[]}} HousesBoard
 * @typedef {{depth: number, selective_depth: number, nodes: number, seconds: number,
 *   nodes_per_second: number, lines: ScoredLine[], exact: boolean, type: "info", id: number,
 *   done: boolean}} InfoMessage
 * @typedef {{key: string}} InvitationKey
 * @typedef {{name: string, side?: Side}} Invite
 * @typedef {{id: string, title: string, host: string, side: Side, side_name: string,
 *   clock: Clock | null, open: boolean, yours: boolean}} Invited
 * @typedef {{id: string, title: string, seconds: number, stops: boolean}} JobEntry
 * @typedef {{key: string, name: string}} Join
 * @typedef {{rank: number | null, name: string, version: number | null, elo: Elo | null,
 *   games: number, first: number}} LadderRow
 * @typedef {{move: string, from?: string, to?: string, also?: string[], label: string,
 *   help?: string}} LegalMove
 * @typedef {{level: number, spec: string, title: string, meaning: string}} Level
 * @typedef {{at: string, seeds: number, type: "lift"}} Lift
 * @typedef {{open_games: number, seconds: number, table_mb: number, lines: number}} Limits
 * @typedef {{side: string, cells: string[], type: "line"}} Line
 * @typedef {{key: string, first: string, second: string, position: Position}} LiveBoard
 * @typedef {{reason: string, games: number}} Losses
 * @typedef {{ref?: string | number | null, type: "move", move: string, version: number}}
 *   MoveMessage
 * @typedef {{game: string, start?: string | null, moves?: string[], first?: string,
 *   second?: string, clock?: Clock | null}} NewGame
 * @typedef {{keys: Record<string, string>}} NewKeys
 * @typedef {{game: string, players: string[], pairs?: number}} NewTournament
 * @typedef {{at: number, in: number, squares: string[]}} NextShrink
 * @typedef {{id: number, text: string, time: string}} Notice
 * @typedef {{text: string}} NoticeWish
 * @typedef {{what: "draw" | "take_back" | "rematch", by: Side}} Offer
 * @typedef {{name: string, default: boolean | number | string | null, meaning: string,
 *   expected: string}} Option
 * @typedef {{id: number, round: string | null, version: number, opponent: string, first: string,
 *   second: string, result: "won" | "drawn" | "lost", reason: string, note: string, stderr: string,
 *   seconds: number, peak_mb: number | null, game: string, start: string | null, moves: string[],
 *   side: Side, position: string | null, time: string}} OwnGame
 * @typedef {{key: string, secret: string | null, code: string | null}} OwnSeat
 * @typedef {{name: string, default: string, words: string[], least: number | null,
 *   most: number | null, meaning: string}} Parameter
 * @typedef {{side: string, type: "pass"}} Pass
 * @typedef {{left: string, right: string, left_lines: string, right_lines: string}} Passage
 * @typedef {{paused: boolean}} PauseWish
 * @typedef {{phase: string, type: "phase"}} Phase
 * @typedef {{ref?: string | number | null, type: "ping"}} PingMessage
 * @typedef {{at: string, side: string, type: "placement"}} Placement
 * @typedef {{name: string, kind: string, when: string | null, next: string | null}} PlannedRound
 * @typedef {{game: string, start: string | null, moves: string[], first: string, second: string,
 *   result: Side | "draw", reason: string}} PlayedGame
 * @typedef {{ply: number, move: string, side: Side, name: string, seconds: number | null,
 *   announce: string, events: BoardEvent[]}} PlayedMove
 * @typedef {{spec: string, title: string, human: boolean, present: boolean | null}} Player
 * @typedef {{name: string, meaning: string, options: Option[]}} PlayerKind
 * @typedef {{type: "pong", ref?: string | number}} Pong
 * @typedef {{game: string, title: string, family: string, text: string, turn: Side | null,
 *   names: Record<Side, string>, over: boolean, winner: Side | null, margin: number | null,
 *   status: string, counts: Count[], move_name: string, margin_unit: string, board: BoardData,
 *   legal: LegalMove[]}} Position
 * @typedef {{game: string, title: string, values: Record<string, string>}} Preset
 * @typedef {{winner: Side | null, margin: number | null, plies: number | null, solved: boolean}}
 *   Proven
 * @typedef {{position: string | null, moves: string[], solution: string, line: string[],
 *   goal: "win" | "draw", difficulty: number}} Puzzle
 * @typedef {{name: string, game: string, family: string, title: string, count: number}} PuzzleSet
 * @typedef {{games: PuzzleSet[]}} PuzzleSets
 * @typedef {{game: string, puzzles: Puzzle[]}} Puzzles
 * @typedef {{game: string, start: string | null, moves: string[], headers: Record<string, string>,
 *   result: string | null}} ReadRecord
 * @typedef {{id: number, first: string, second: string, result: Side | "draw", reason: string,
 *   margin: number | null, moves: number}} RecentGame
 * @typedef {{text: string}} RecordText
 * @typedef {{games: ReadRecord[]}} Records
 * @typedef {{game: string, start: string | null, moves: Entry[], branches: Entry[][],
 *   last: PlayedMove | null, position: Position, result: Result | null}} Replayed
 * @typedef {{status: "checking" | "valid" | "invalid", text: string}} Report
 * @typedef {{winner: Side | null, reason: string, margin: number | null, text: string}} Result
 * @typedef {{ref?: string | number | null, id: number, game: string, start?: string | null,
 *   moves?: string[], type: "review", nodes?: number}} ReviewMessage
 * @typedef {{type: "review", id: number, accuracy: Record<Side, number | null>,
 *   counts: Record<Side, Record<Grade, number>>}} ReviewedMessage
 * @typedef {{name: string, kind?: "swiss" | "round-robin" | "knockout" | null, pairs?: number,
 *   rounds?: number | null}} RoundWish
 * @typedef {{game: string, start: string | null, moves: string[]}} Sample
 * @typedef {{value: number | null, text: string, words: string, margin: number | null,
 *   chances: Chances, chance: number, bound: "exact" | "lower" | "upper", proven: Proven | null}}
 *   Score
 * @typedef {{move: string, moves: string[], score: Score}} ScoredLine
 * @typedef {{cell: string, contribution: number}} Seen
 * @typedef {{game: string, text?: string | null, turn?: string | null,
 *   cells?: Record<string, number | string>, owners?: Record<string, string> | null,
 *   phase?: "placing" | "moving", turns?: number | null}} Setup
 * @typedef {{cells: string[], pieces: string[], type: "shrink"}} Shrink
 * @typedef {{pairs: SimilarPair[]}} Similar
 * @typedef {{left: string, right: string, share: number, passages: Passage[]}} SimilarPair
 * @typedef {{path: string[], type: "sowing"}} Sowing
 * @typedef {{ref?: string | number | null, type: "speed", pause: number}} SpeedMessage
 * @typedef {{id: string, state: "free" | "land" | "corner" | "gone" | "hole", piece?: Colour,
 *   dead?: boolean, owner?: Colour, doomed?: boolean, line?: boolean, label: string}} Square
 * @typedef {{id: number, name: string, members: string, stopped: boolean, version: number | null,
 *   uploads: number, last: string | null}} StaffTeam
 * @typedef {{waiting: number, playing: JobEntry[], paused: boolean, problem: string | null,
 *   teams: StaffTeam[]}} StaffView
 * @typedef {{ref?: string | number | null, id: number, game: string, start?: string | null,
 *   moves?: string[], type: "start", lines?: number, seconds?: number, engine?: string}}
 *   StartMessage
 * @typedef {{id: string, version: number, game: string, start: string | null,
 *   players: Record<Side, Player>, you: Side[], from: number, moves: PlayedMove[],
 *   position: Position, clock: ClockState | null, status: "running" | "over",
 *   result: Result | null, thinking: Side | null, watch: Watch | null, can: string[],
 *   rematch: string | null, offer: Offer | null, seat: OwnSeat | null, problem: string | null,
 *   type: "state"}} StateMessage
 * @typedef {{start: string, to: string, side: string, over: string | null, type: "step"}} Step
 * @typedef {{ref?: string | number | null, type: "stop"}} StopMessage
 * @typedef {{games: Summary[]}} Summaries
 * @typedef {{id: string, game: string, title: string, players: Record<Side, string>, moves: number,
 *   status: "running" | "over", your_turn: boolean, result: Result | null, updated: string}}
 *   Summary
 * @typedef {{type: "swap"}} Swap
 * @typedef {{cells: string[], store: string, seeds: number, type: "sweep"}} Sweep
 * @typedef {{rank: number, player: string, elo: Elo | null, points: number, games: number,
 *   wins: number, draws: number, losses: number}} TableRow
 * @typedef {{name: string, members: string, stopped: boolean, uploads_left: number,
 *   megabytes: number, versions: VersionEntry[], losses: Losses[], games: OwnGame[],
 *   command: string}} TeamView
 * @typedef {{do: "stop" | "admit" | "key" | "check"}} TeamWish
 * @typedef {{csv: string}} TeamsWish
 * @typedef {{kind: "text", lines: string[], cells: DrawnCell[]}} TextBoard
 * @typedef {{id: string, title: string, game: string, kind: string, openings: string,
 *   players: string[], games: number, total: number | null, status: string, problem: string | null,
 *   started: string, own: boolean, standings: TableRow[], boards: LiveBoard[],
 *   recent: RecentGame[]}} Tournament
 * @typedef {{id: string, title: string, game: string, kind: string, openings: string,
 *   players: string[], games: number, total: number | null, status: string, problem: string | null,
 *   started: string, own: boolean}} TournamentEntry
 * @typedef {{id: string, title: string, game: string, kind: string, openings: string,
 *   players: string[], games: number, total: number | null, status: string, problem: string | null,
 *   started: string, own: boolean, standings: TableRow[], boards: LiveBoard[],
 *   recent: RecentGame[], type: "tournament"}} TournamentMessage
 * @typedef {{tournaments: TournamentEntry[]}} Tournaments
 * @typedef {{family: string, title: string, steps: TutorialStep[]}} Tutorial
 * @typedef {{title: string, text: string, game: string, start: string | null, moves: string[],
 *   accepted: string[], hint: string | null, done: string}} TutorialStep
 * @typedef {{version: number, verdict: string}} Uploaded
 * @typedef {{number: number, file: string, run: string, status: "checking" | "valid" | "invalid",
 *   plays: boolean, verdict: string, cases: CheckedCase[], time: string}} VersionEntry
 * @typedef {{paused: boolean, pause: number}} Watch
 */

export {};
