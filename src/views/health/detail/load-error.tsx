import type { ApiError } from '../../../api/http'
import { asSentence } from '../../../lib/format'
import { Button } from '../../../ui/button'
import css from './load-error.module.css'

type Props = {
  /** `The history`. */
  what: string
  error: ApiError
  /** What was known before is still shown. */
  isKnown?: boolean
  onRetry(): void
}

/** That a part of the detail could not be loaded, why, and the way to try again: the other parts go on. */
export const LoadError = ({ what, error, isKnown = false, onRetry }: Props) => (
  <p className={css.trouble} role="group" aria-label={`${what} could not be ${isKnown ? 'renewed' : 'loaded'}`}>
    <span>
      {what} could not be {isKnown ? 'renewed' : 'loaded'}. {asSentence(error.message)}
    </span>
    <Button onPress={onRetry}>Try again</Button>
  </p>
)
