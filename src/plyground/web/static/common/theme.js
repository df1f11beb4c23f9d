// Not a module: it runs before the page is drawn, so that a chosen theme never flashes.
try {
  const theme = localStorage.getItem("theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be forbidden: then the system's choice stands.
}
