/** What a page of the static site needs before all others. */

if (typeof WebAssembly !== "object") {
  const main = document.getElementById("main");
  const said = document.createElement("p");
  said.className = "notice bad";
  said.textContent = "This browser does not run WebAssembly, which plyground needs here.";
  main?.prepend(said);
}

// In a frame, as on the pages of the documentation, there is a board and no way to other pages.
if (self !== top) document.documentElement.dataset.framed = "";

// Everything stays in the browser: later visits need no network. First the page gets what it needs,
// so that nothing is fetched twice; what a first page does without, such as networks, is kept when
// a second one has been loaded.
const keeper = navigator.serviceWorker;
const saves = /** @type {any} */ (navigator).connection?.saveData;
if (keeper) {
  addEventListener("load", () => setTimeout(() => {
    keeper.register("sw.js").catch(() => {});
    if (!saves) keeper.controller?.postMessage("later");
  }, 1500));
}

export {};
