import { type Check, expect, facts, has, hasInOrder, reads } from '../../helpers/facts'

/** A heading, the message and two buttons; the stack is in a disclosure with a name of its own. */
const failure =
  (message: RegExp, stack?: RegExp): Check =>
  async (state) => {
    await has(state, 'heading', /there was an error/)
    await reads(state, message)
    await hasInOrder(state, 'button', ['Try again', 'Copy details'])
    const details = await has(state, 'group', 'Stack and cause', { count: stack ? 1 : 0 })
    if (stack) await expect(details).toContainText(stack)
  }

export default facts({
  'With a message': failure(/labels is not iterable/, /at ChecksList/),
  'With a cause': failure(/could not be drawn/, /Caused by: connect ECONNREFUSED/),
  Brief: failure(/labels is not iterable/),
  'Without a message': failure(/Something went wrong/, /at ChecksList/),
  'Long message': failure(/dynamically imported module/, /at ChecksList/),
})
