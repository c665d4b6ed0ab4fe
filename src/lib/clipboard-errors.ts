/** There is no clipboard without a secure context. */
export const NO_CLIPBOARD = 'Clipboard not available. It needs https or localhost.'
/** The browser refused access to the clipboard, for example for a page in the background. */
export const COPY_FAILED = 'Failed to copy to clipboard. The browser does not allow it here.'
