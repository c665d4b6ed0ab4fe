/** Where the decisions of this tab are kept over a reload; apart from them, so that forgetting needs none of their code. */
export const DECISIONS_KEPT_IN = 'console.triage'
