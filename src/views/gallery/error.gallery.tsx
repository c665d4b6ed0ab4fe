import { ErrorNotice } from '../shell/boundary'
import type { Exhibit } from './exhibit'

const nothing = () => undefined
const of = (error: Error) => () => <ErrorNotice error={error} onRetry={nothing} />

/** What stands instead of a page; the screen around it is a page of its own. */
export default {
  title: 'Error',
  states: {
    'With a message': of(new Error('labels is not iterable')),
    'Without a message': of(new Error('')),
    'Long message': of(
      new Error(
        'Failed to fetch dynamically imported module: https://console.eu-central-1.internal.example.com/assets/check-pane-Bq0kT3xW.js'
      )
    ),
  },
} satisfies Exhibit
