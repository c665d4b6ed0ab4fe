const isMac = /Mac|iP(hone|ad)/.test(navigator.platform)

/** Explains how to leave an editor in which Tab may indent. */
export const tabHint = `Tab leaves the editor; ${isMac ? 'Shift+Alt+M' : 'Ctrl+M'} makes Tab indent.`
