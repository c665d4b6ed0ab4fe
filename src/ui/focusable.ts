/** What one types into or chooses in. */
export const field = 'input:not([type=hidden], :disabled), textarea, select, [role=combobox], [contenteditable=true]'

/** What Tab stops at. */
export const focusable = `${field}, a[href], button, [tabindex]:not([tabindex="-1"])`
