/** The line styles of edges, which differ without colour. */
export const looks = ['plain', 'dashes', 'dots'] as const
export type Look = (typeof looks)[number]
