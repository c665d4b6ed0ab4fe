const inputs = 'input:not([type=hidden], :disabled)'
const others = 'textarea, select, [role=combobox], [contenteditable=true]'

/** A selector of fields that accept input or a selection. */
export const fieldSelector = `${inputs}:not([readonly]), ${others}`

/** A selector of tab stops. */
export const focusableSelector = `${inputs}, ${others}, a[href], button, [tabindex]:not([tabindex="-1"])`
