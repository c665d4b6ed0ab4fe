/** How the line of an arrow is drawn: told apart without colour. */
export const looks = ['plain', 'dashes', 'dots'] as const
export type Look = (typeof looks)[number]
