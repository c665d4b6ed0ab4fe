import type { ReactNode } from 'react'
import { Button } from './button'
import { Notice } from './notice'

type Props = {
  /** The name of the missing component in the middle of a sentence: `the check`. */
  what: string
  onRetry: () => void
  /** Shown next to the retry button. */
  otherwise?: ReactNode
}

/** Replaces a component whose code could not be loaded. */
export const LoadFailureNotice = ({ what, onRetry, otherwise }: Props) => (
  <Notice
    tone="bad"
    title={`Could not show ${what}`}
    actions={
      <>
        <Button tone="primary" onPress={onRetry}>
          Try again
        </Button>
        {otherwise}
      </>
    }
  >
    This part of the console could not be loaded.
  </Notice>
)
