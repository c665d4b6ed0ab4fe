/** Replaces lone surrogates, which can be neither encoded nor stored. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd')
