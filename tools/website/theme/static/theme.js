// Before the page is painted: the choice of light or dark that was made last.
try {
  const chosen = localStorage.getItem("theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch { /* a browser that keeps nothing follows the system */ }
