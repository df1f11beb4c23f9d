/** The engine as WebAssembly: numbers go in, JSON comes out; see wasm/engine.cpp. */

/** @typedef {Record<string, any>} Told what the engine says of a position or a search */

/** What the engine's standard library may ask of a system, in a page without files. */
function systemCalls(/** @type {() => DataView} */ view) {
  return {
    clock_time_get: (/** @type {number} */ _clock, /** @type {bigint} */ _precision,
      /** @type {number} */ at) => {
      view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    random_get: (/** @type {number} */ at, /** @type {number} */ size) => {
      crypto.getRandomValues(new Uint8Array(view().buffer, at, size));
      return 0;
    },
    proc_exit: () => { throw new Error("The engine has ended."); },
  };
}

export class Engine {
  /**
   * @param {WebAssembly.Module} module
   * @param {(report: Told) => void} [onReport]
   */
  static async open(module, onReport = () => {}) {
    const made = new Engine();
    /** @type {Record<string, Record<string, Function>>} */
    const imports = { page: { report: (/** @type {number} */ at) => onReport(made.#read(at)) } };
    const known = /** @type {Record<string, Function>} */ (systemCalls(() => made.#view()));
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
      imports[from] ??= {};
      imports[from][name] ??= known[name] ?? (() => 52); // "not supported"
    }
    const instance = await WebAssembly.instantiate(module, /** @type {any} */ (imports));
    made.call = /** @type {any} */ (instance.exports);
    made.call._initialize();
    return made;
  }

  /** @type {any} */
  call = null;

  #view() {
    return new DataView(this.call.memory.buffer);
  }

  /** @param {number} at */
  #read(at) {
    const bytes = new Uint8Array(this.call.memory.buffer);
    return JSON.parse(new TextDecoder().decode(bytes.slice(at, bytes.indexOf(0, at))));
  }

  /** @param {number[]} numbers */
  #give(numbers) {
    new Float64Array(this.call.memory.buffer, this.call.input(), numbers.length).set(numbers);
  }

  /**
   * Begin at a position, and play moves; what is said of the last position.
   * @param {{family: number, numbers: number[], moves: string[]}} line
   * @returns {Told}
   */
  replay({ family, numbers, moves }) {
    this.#give(numbers);
    this.call.start(family);
    let told = this.position();
    for (const move of moves) {
      const place = told.legal.indexOf(move);
      if (place < 0) throw new Error(`${move} is not a legal move here.`);
      this.call.play(place);
      told = this.position();
    }
    return told;
  }

  /** @returns {Told} */
  position() {
    return this.#read(this.call.position());
  }

  /**
   * What the legal move of this place in the list does.
   * @param {number} place
   * @returns {any[]}
   */
  effects(place) {
    return this.#read(this.call.effects(place));
  }

  /**
   * Make the engine for the game of the last position.
   * @param {{numbers: number[], net: Uint8Array | null}} settings
   */
  configure({ numbers, net }) {
    if (net) {
      const at = this.call.net(); // which may make the memory larger, and that another buffer
      new Uint8Array(this.call.memory.buffer, at, net.length).set(net);
    }
    this.#give(numbers);
    this.call.engine();
  }

  /**
   * @param {{depth?: number, nodes?: number, seconds?: number}} limit
   * @returns {Told}
   */
  search({ depth = 0, nodes = 0, seconds = 0 }) {
    this.#give([depth, nodes, 0, seconds]);
    return this.#read(this.call.search());
  }

  /**
   * @param {{nodes: number, megabytes: number, each: boolean}} limit
   * @returns {Told}
   */
  solve({ nodes, megabytes, each }) {
    this.#give([0, nodes, 0, 0]);
    return this.#read(this.call.solve(megabytes, each ? 1 : 0));
  }

  /** What the position is worth before any search, for the side to move. @returns {number} */
  evaluate() {
    return this.call.evaluate();
  }

  /** @returns {Told} */
  features() {
    return this.#read(this.call.features());
  }
}
