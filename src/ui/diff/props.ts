export type DiffLayout = 'unified' | 'split'

export type DiffProps = {
  /** The name of the compared text, without the word "difference". */
  label: string
  /** `split` is used only if there is enough space. */
  layout: DiffLayout
  onLayout: (layout: DiffLayout) => void
} & (
  | { before: string; after: string }
  /** A unified patch as written by git. */
  | { patch: string }
)
