const isMac = /Mac|iP(hone|ad)/.test(navigator.platform)

/** How to leave a text that could as well take Tab for itself. */
export const tabHint = `Tab leaves the editor; ${isMac ? 'Shift+Alt+M' : 'Ctrl+M'} makes Tab indent.`
