/** The owner of the slot that a run takes: the person who requested it, if any, with its playbook. */
export type SlotOwner = { playbookId: string; personId: string | null }

/** Runs that execute at the same time. Runs mostly wait for the network. */
export const AT_ONCE = 64
/** Runs of one playbook that one person requested, or that started without a person. */
export const PER_PLAYBOOK = 4
export const PER_PERSON = 8
/** Runs of events, webhooks and schedules leave slots for those of people. */
export const WITHOUT_PERSON = 32

const isOfPerson = (personId: string | null) => (one: SlotOwner) => one.personId === personId
const isOfBoth =
  ({ playbookId, personId }: SlotOwner) =>
  (one: SlotOwner) =>
    one.playbookId === playbookId && one.personId === personId

/** Whether one more run may execute beside others, so that the runs of one person or playbook do not block others. */
export function hasFreeSlot(running: readonly SlotOwner[], next: SlotOwner): boolean {
  const mostOfPerson = next.personId === null ? WITHOUT_PERSON : PER_PERSON
  return (
    running.length < AT_ONCE &&
    running.filter(isOfPerson(next.personId)).length < mostOfPerson &&
    running.filter(isOfBoth(next)).length < PER_PLAYBOOK
  )
}
