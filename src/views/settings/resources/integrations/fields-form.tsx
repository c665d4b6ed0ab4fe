import { callTo } from '@/commands/call-to'
import type { Target } from '@/commands/command'
import { kindNoun } from '@/lib/kinds'
import type { FormValues } from '@/shared/forms/form-description'
import type { ResourceKind } from '@/shared/routing/resource'
import type { RowEditing } from '@/resources/resource'
import { DescribedForm } from '@/ui/form/described/described-form'
import type { Rejection } from '@/ui/form/form-context'
import { usePlaces } from '@/views/shared/commands/place'
import { useConsole } from '@/views/shared/console'
import { FormPlace } from '@/views/shared/forms/form-place'

export type FieldsEditing = Extract<RowEditing<object>, { fields: object }>

type Props = {
  kind: ResourceKind
  editing: FieldsEditing
  /** The row to edit with its name. Without it, a new row is created. */
  row?: object
  target?: Target<ResourceKind>
  isReadOnly?: boolean
  onLeave: () => void
  /** Called after the row was created or changed. */
  onDone?: () => Promise<void> | void
}

/** The form of a resource outside its command dialog. It performs the same command. */
export default function FieldsForm({ kind, editing, row, target, isReadOnly = false, onLeave, onDone }: Props) {
  const { perform } = useConsole()
  const places = usePlaces()
  const { fields, toValues } = editing
  async function save(values: FormValues): Promise<Rejection | undefined> {
    const call = target
      ? callTo('resource.edit', { resource: [target], values })
      : callTo('resource.create', { type: kind, values })
    const failure = await perform({ call, origin: 'form', ...(onDone && { onDone }) }, places)
    return failure && { message: failure.message, fields: failure.fields }
  }
  return (
    <FormPlace isSection>
      <DescribedForm
        label={target?.label ?? kindNoun(kind)}
        isReadOnly={isReadOnly}
        draftKey={`${kind}:${target?.id ?? 'new'}`}
        fields={fields}
        {...(row && { values: toValues(row) })}
        submitLabel={target ? 'Update' : 'Add'}
        busyLabel={target ? 'Updating…' : 'Adding…'}
        onSubmit={save}
        onCancel={onLeave}
      />
    </FormPlace>
  )
}
