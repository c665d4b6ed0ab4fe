import { useMutation, useQuery } from '@tanstack/react-query'
import { changeOf, people, type Person } from '../../api/people'
import type { Target } from '../../commands/command'
import { failureMessage } from '../../lib/outcome'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Form } from '../../ui/form/form'
import { Notice } from '../../ui/notice'
import { Skeleton } from '../../ui/skeleton'
import { FormPlace } from '../shell/commands/form-place'
import { useReport } from '../shell/messages/report'
import css from './people.module.css'
import { PersonFields } from './person-fields'
import { changed, type PersonValues } from './values'

/** Name, address and role of somebody. */
export default function EditPerson({ person, onClose }: { person: Target<'person'>; onClose: () => void }) {
  const { data, error, refetch } = useQuery(people.list())
  const found = data?.find(({ id }) => id === person.id)
  return (
    <Dialog title={`Edit ${person.label}`} onClose={onClose}>
      {found ? (
        <FormPlace className={css.body ?? ''}>
          <PersonForm person={found} onClose={onClose} />
        </FormPlace>
      ) : error ? (
        <Notice
          tone="bad"
          title="Could not load this person"
          actions={
            <Button tone="primary" onPress={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {error.message}
        </Notice>
      ) : data ? (
        <Notice tone="empty" title="This person is gone">
          Somebody has deleted them since.
        </Notice>
      ) : (
        <Skeleton label="Loading…" as="text" />
      )}
    </Dialog>
  )
}

function PersonForm({ person, onClose }: { person: Person; onClose: () => void }) {
  const { mutateAsync } = useMutation(people.update())
  const report = useReport()
  const { firstName, lastName, email, roles } = person
  // One role can be shown as chosen; several stay unless another is.
  const [only = '', ...others] = roles
  const role = others.length === 0 ? only : ''
  async function submit(values: PersonValues) {
    try {
      await mutateAsync(changeOf({ ...person, ...values }, values.role || undefined))
      onClose()
      report({ said: `${`${values.firstName} ${values.lastName}`.trim()} updated successfully.` })
      return undefined
    } catch (error) {
      return { message: failureMessage(error) }
    }
  }
  return (
    <Form
      label="Person"
      schema={changed}
      defaultValues={{ firstName, lastName, email, role }}
      submitLabel="Save"
      busyLabel="Saving…"
      onSubmit={submit}
      onCancel={onClose}
    >
      <PersonFields roles={roles} />
    </Form>
  )
}
