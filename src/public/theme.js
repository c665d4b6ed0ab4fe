// Runs before the first paint, so that nobody sees the other theme flash by. src/commands/preferences.ts writes the value.
try {
  const { theme } = JSON.parse(localStorage.getItem('console.preferences') ?? '{}')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be forbidden: the system's theme it is.
}
