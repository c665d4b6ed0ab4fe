/** The line styles of edges, which differ without colour. */
export const edgeLooks = ['plain', 'dashes', 'dots'] as const
export type EdgeLook = (typeof edgeLooks)[number]
