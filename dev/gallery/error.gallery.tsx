import { ErrorNotice } from '../../src/views/shared/page/error-boundary'
import type { Exhibit } from './exhibit'

const nothing = () => undefined
/** An error with a fixed stack, so that screenshots of all builds are the same. */
function of(error: Error) {
  error.stack = `${String(error)}\n    at ChecksList (src/views/health/checks-list.tsx:75:11)`
  return () => <ErrorNotice error={error} onRetry={nothing} />
}

/** Errors in place of a page. The error screen is a page of its own. */
export default {
  title: 'Error',
  states: {
    'With a message': of(new Error('labels is not iterable')),
    'With a cause': of(new Error('The list could not be drawn', { cause: 'connect ECONNREFUSED 127.0.0.1:5432' })),
    Brief: () => <ErrorNotice error={new Error('labels is not iterable')} isBrief onRetry={nothing} />,
    'Without a message': of(new Error('')),
    'Long message': of(
      new Error(
        'Failed to fetch dynamically imported module: https://console.eu-central-1.internal.example.com/assets/check-pane-Bq0kT3xW.js'
      )
    ),
  },
} satisfies Exhibit
