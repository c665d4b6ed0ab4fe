import { useMutation } from '@tanstack/react-query'
import { people } from '../../api/people'
import { dialogs } from '../../commands/dialogs'
import { failureMessage } from '../../lib/outcome'
import { Dialog } from '../../ui/dialog'
import { Form } from '../../ui/form/form'
import { FormPlace } from '../shell/commands/form-place'
import { useReport } from '../shell/messages/report'
import css from './people.module.css'
import { PersonFields } from './person-fields'
import { invited, noValues, type PersonValues } from './values'

/** Asks whom to invite; what comes of it is handed over in a dialog of its own. */
export default function Invite({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useMutation(people.invite())
  const report = useReport()
  async function submit(values: PersonValues) {
    try {
      const made = await mutateAsync(values)
      const name = `${values.firstName} ${values.lastName}`.trim()
      report({ said: `Invited ${name} as ${values.role}.` })
      dialogs.set({ is: 'invitation', name, made })
      return undefined
    } catch (error) {
      return { message: failureMessage(error) }
    }
  }
  return (
    <Dialog
      title="Invite a person"
      description="They get a link that works once, to choose a password with."
      onClose={onClose}
    >
      <FormPlace className={css.body ?? ''}>
        <Form
          label="Invitation"
          schema={invited}
          defaultValues={noValues}
          submitLabel="Invite"
          busyLabel="Inviting…"
          onSubmit={submit}
          onCancel={onClose}
        >
          <PersonFields isNew />
        </Form>
      </FormPlace>
    </Dialog>
  )
}
