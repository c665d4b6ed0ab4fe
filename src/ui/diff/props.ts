export type DiffLayout = 'unified' | 'split'

export type DiffProps = {
  /** What it is the difference of, without "Difference". */
  label: string
  /** Side by side is shown only where there is room. */
  layout: DiffLayout
  onLayout: (layout: DiffLayout) => void
} & (
  | { before: string; after: string }
  /** A unified patch, such as git writes. */
  | { patch: string }
)
