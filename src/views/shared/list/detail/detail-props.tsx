import { Button } from '@/ui/button'
import type { DetailControls } from './detail-pane'

/** The properties of every detail: its row in the list, if loaded, and the controls for its `DetailPane`. */
export type DetailProps<R> = { row: R | undefined; controls: DetailControls }

/** Shown next to the retry button of a detail whose code could not be loaded. */
export const backToList = ({ controls }: { controls: DetailControls }) => (
  <Button onPress={controls.onClose}>Back to the list</Button>
)
