const inputs = 'input:not([type=hidden], :disabled)'
const others = 'textarea, select, [role=combobox], [contenteditable=true]'

/** What one types into or chooses in. */
export const field = `${inputs}:not([readonly]), ${others}`

/** What Tab stops at. */
export const focusable = `${inputs}, ${others}, a[href], button, [tabindex]:not([tabindex="-1"])`
