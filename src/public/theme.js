// Runs before the first paint, so that nobody sees the other theme flash by. src/commands/stores/preference-store.ts writes it.
try {
  const theme = JSON.parse(localStorage.getItem('console.theme') ?? 'null')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be forbidden: the system's theme it is.
}
