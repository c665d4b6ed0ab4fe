import { type Check, facts, has, hasInOrder, reads } from '../../helpers/facts'

/** Messages in a landmark. The names of buttons tell which message they belong to. */
const messages =
  (texts: readonly RegExp[], buttons: readonly RegExp[]): Check =>
  async (state) => {
    const area = await has(state, 'region', 'Messages')
    for (const text of texts) await reads(area, text)
    await hasInOrder(area, 'button', buttons)
  }

const UPDATED = 'payments-db updated successfully'
const dismiss = (text: string) => new RegExp(`^Dismiss: ${text}`)

export default facts({
  Success: messages([new RegExp(`^${UPDATED}$`)], [dismiss(UPDATED)]),
  Undo: messages([/deleted successfully/], [/^Undo: payments-db deleted/, dismiss('payments-db deleted')]),
  Failure: messages([/duplicate key.*already exists/], [/^More: duplicate key.*…$/, dismiss('duplicate key')]),
  'Failure with a way on': messages([/^timed out$/], [/^Search$/, dismiss('timed out')]),
  'A long failure': messages([/duplicate key/], [/^Search$/, /^More: duplicate key/, dismiss('duplicate key')]),
  'Bad news': messages([/^harbour-api is unhealthy$/], [dismiss('harbour-api')]),
  Plain: messages([/^Nothing to undo$/], [dismiss('Nothing to undo')]),
  Progress: messages([/^Running 25 checks$/], []),
  Several: messages(
    [/Running 25 checks/, /payments-api updated/],
    [/^1 more message$/, /^More: duplicate key/, dismiss('duplicate key'), dismiss('payments-api')]
  ),
})
