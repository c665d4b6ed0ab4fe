import { useMutation, useQuery } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { properties } from '../../api/properties'
import { whoami } from '../../api/whoami'
import type { Target } from '../../commands/command'
import { nameOf } from '../../commands/areas/flags'
import { features, propertyOf } from '../../lib/flags'
import { failureMessage } from '../../lib/outcome'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Bind } from '../../ui/form/bind'
import { Form } from '../../ui/form/form'
import { SuggestField } from '../../ui/form/fields/suggest'
import { TextField } from '../../ui/form/fields/text'
import { Notice } from '../../ui/notice'
import { Skeleton } from '../../ui/skeleton'
import { FormPlace } from '../shell/commands/form-place'
import { useReport } from '../shell/messages/report'
import css from './flags.module.css'

type Values = { name: string; value: string }

const values = z.object({ name: z.string().check(z.trim(), z.minLength(1, 'A name is needed')), value: z.string() })

type Props = { property: Target<'property'> | undefined; onClose: () => void }

/** The value of a property, or a new one. */
export default function EditProperty({ property, onClose }: Props) {
  const list = useQuery(properties.merged())
  const me = useQuery(whoami())
  const name = property && nameOf(property)
  const found = list.data?.find((one) => one.name === name)
  const error = list.error ?? me.error
  return (
    <Dialog title={name === undefined ? 'Add a property' : `Edit ${name}`} onClose={onClose}>
      {list.data && me.data ? (
        found?.source === 'local' ? (
          <Notice tone="closed" title="Set in the server’s properties file">
            Its value is {found.value || 'empty'}. What is in that file wins over what is stored: change it there.
          </Notice>
        ) : name !== undefined && !found ? (
          <Notice tone="empty" title="This property is gone">
            Somebody has deleted it since.
          </Notice>
        ) : (
          <FormPlace className={css.body ?? ''}>
            <Fields before={found} taken={list.data.map((one) => one.name)} personId={me.data.id} onClose={onClose} />
          </FormPlace>
        )
      ) : error ? (
        <Notice
          tone="bad"
          title="Could not load the properties"
          actions={
            <Button tone="primary" onPress={() => void Promise.all([list.refetch(), me.refetch()])}>
              Try again
            </Button>
          }
        >
          {error.message}
        </Notice>
      ) : (
        <Skeleton label="Loading…" as="text" />
      )}
    </Dialog>
  )
}

type FieldsProps = { before: Values | undefined; taken: readonly string[]; personId: string; onClose: () => void }

function Fields({ before, taken, personId, onClose }: FieldsProps) {
  const { mutateAsync } = useMutation(properties.set())
  const report = useReport()
  async function submit({ name, value }: Values) {
    if (!before && taken.includes(name)) return { fields: { name: 'There is a property of this name already' } }
    try {
      await mutateAsync({ name, value, created_by: personId, isNew: !before })
      onClose()
      report({ said: before ? `${name} updated successfully.` : `Added ${name}.` })
      return undefined
    } catch (error) {
      return { message: failureMessage(error) }
    }
  }
  const free = features
    .map((feature) => ({ value: propertyOf(feature), label: propertyOf(feature) }))
    .filter(({ value }) => !taken.includes(value))
  return (
    <Form
      label="Property"
      schema={values}
      defaultValues={before ? { name: before.name, value: before.value } : { name: '', value: '' }}
      submitLabel={before ? 'Save' : 'Add'}
      busyLabel="Saving…"
      onSubmit={submit}
      onCancel={onClose}
    >
      <Bind<string> name="name">
        {(bound) =>
          before ? (
            <TextField label="Name" isMono {...bound} isReadOnly />
          ) : (
            <SuggestField
              label="Name"
              isRequired
              help="A feature with .disable after it turns that feature off."
              options={free}
              isMono
              {...bound}
            />
          )
        }
      </Bind>
      <Bind<string> name="value">
        {(bound) => <TextField label="Value" isMono help="Only the word true turns a feature off." {...bound} />}
      </Bind>
    </Form>
  )
}
