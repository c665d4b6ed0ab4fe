/** Who sees a saved view, in a few words. */
export const describeVisibility = (view: {
  shared: boolean
  own: boolean
  author?: string | null | undefined
}): string => (!view.shared ? 'Private' : view.own ? 'Shared' : `Shared by ${view.author ?? 'another person'}`)
