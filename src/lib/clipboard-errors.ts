/** Without a secure context there is no clipboard at all. */
export const NO_CLIPBOARD = 'Clipboard not available. It needs https or localhost.'
/** There is one, and the browser refuses it: to a page in the background, or by a setting. */
export const COPY_FAILED = 'Failed to copy to clipboard. The browser does not allow it here.'
