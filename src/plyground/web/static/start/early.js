// Not a module: it is there before the modules are. Over a slow line "Play" is pressed before they
// have come; then the form waits for them, instead of being sent and forgetting what was chosen.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset.ready) return;
  event.preventDefault();
  form.dataset.pressed = "yes";
  form.setAttribute("aria-busy", "true");
});
