type Place = { deployment?: { backend: string; only?: string | undefined } | undefined }

/** Only the embedded backend stores views, and a deployment with only the health pages serves no other data. */
export const hasSavedViews = ({ deployment }: Place): boolean =>
  deployment?.backend !== 'gateway' && deployment?.only === undefined

/** Who sees a saved view, in a few words. */
export const describeVisibility = (view: {
  shared: boolean
  own: boolean
  author?: string | null | undefined
}): string => (!view.shared ? 'Private' : view.own ? 'Shared' : `Shared by ${view.author ?? 'another person'}`)
