import { useState } from 'react'
import { z } from 'zod/mini'
import type { RowValues } from '@/api/settings/settings-table'
import { callTo } from '@/commands/call-to'
import type { Target } from '@/commands/command'
import { kindNoun } from '@/lib/kinds'
import { newResourcePath } from '@/shared/routing/registry'
import type { ResourceKind } from '@/shared/routing/resource'
import type { FieldEditing } from '@/resources/resource'
import { DescribedForm } from '@/ui/form/described/described-form'
import type { Rejection } from '@/ui/form/form-context'
import { LoadFailureNotice } from '@/ui/load-failure-notice'
import { PageLink } from '@/ui/page-link'
import { Skeleton } from '@/ui/skeleton'
import { useLoaded } from '@/ui/use-loaded'
import { CommandButton } from '../../shared/commands/command-button'
import { usePlaces } from '../../shared/commands/place'
import { useConsole } from '../../shared/console'
import { FormPlace } from '../../shared/forms/form-place'
import { defineUrlState } from '../../shared/url-state/url-state'
import type { FieldPageEditing } from './item-page'
import css from './item-page.module.css'
import { TypeTiles } from './type-tiles'

const url = defineUrlState({ type: z._default(z.string(), '') })

type Props = {
  kind: ResourceKind
  editing: FieldPageEditing
  /** The row to edit with its name. Without it, a new row is created. */
  row?: object
  target?: Target<ResourceKind>
  isReadOnly?: boolean
  /** The type of a new row and the callback that sets it, if the type is not in the URL. */
  type?: string
  onType?: (type: string) => void
  /** Called after saving; settles when the dialog has closed. */
  onDone?: () => Promise<void> | void
  /** Returns to the list. */
  onLeave: () => void
}

/** The form of a row, or of a new row once its type has been chosen. */
export default function FieldEditor(props: Props) {
  const form = useLoaded(props.editing.page.form)
  const what = `the ${kindNoun(props.kind)}`
  if (form.is === 'ready') return <Editor {...props} described={form.value.default} />
  if (form.is === 'loading') return <Skeleton label={`Loading ${what}…`} as="text" />
  return <LoadFailureNotice what={what} onRetry={form.loadNow} />
}

function Editor({ described, type: given, onType, ...props }: Props & { described: FieldEditing }) {
  const { kind, row, editing } = props
  const { type: addressed } = url.use()
  const type = described.types.find(({ id }) => id === (given ?? addressed))
  // The values of the last save are not shown again, because they may contain secrets.
  const [saves, setSaves] = useState(0)
  if (!row && !type)
    return <TypeTiles kind={kind} question={described.question} types={described.types} onType={onType} />
  const values = row ? editing.toValues(row) : described.initial(type?.id ?? '')
  return (
    <Fields
      key={`${type?.id ?? ''} ${saves}`}
      {...props}
      described={described}
      values={values}
      typeLabel={row || onType ? undefined : type?.label}
      onSaved={() => {
        setSaves((count) => count + 1)
        // The pressed button is replaced with the form.
        if (row) document.querySelector<HTMLElement>('h1')?.focus()
      }}
    />
  )
}

type FieldsProps = Omit<Props, 'type' | 'onType'> & {
  described: FieldEditing
  values: RowValues
  /** The type of a new row, which can still be changed. */
  typeLabel: string | undefined
  onSaved: () => void
}

function Fields(props: FieldsProps) {
  const { kind, row, target, isReadOnly = false, onDone, onLeave, described, typeLabel, onSaved } = props
  const { perform } = useConsole()
  const places = usePlaces()
  // A refresh of the row does not replace the input.
  const [values] = useState(props.values)
  const [fields] = useState(() => described.fields(values))

  async function save(document: RowValues): Promise<Rejection | undefined> {
    const contents = { values: {}, document }
    const call = target
      ? callTo('resource.edit', { resource: [target], ...contents })
      : callTo('resource.create', { type: kind, ...contents })
    const failure = await perform({ call, origin: 'form', ...(onDone && { onDone }) }, places)
    if (!failure) onSaved()
    return failure && { message: failure.message, fields: failure.fields }
  }
  return (
    <FormPlace className={css.fields ?? ''} isSection>
      <DescribedForm
        label={target?.label ?? `New ${kindNoun(kind)}`}
        isConfidential
        fields={fields}
        values={values}
        isReadOnly={isReadOnly}
        submitLabel={row ? 'Update' : 'Save'}
        busyLabel={row ? 'Updating…' : 'Saving…'}
        onSubmit={save}
        onCancel={onLeave}
        after={
          row && (
            <div className={css.actions}>
              {!isReadOnly && <CommandButton call="resource.delete" label="Delete" tone="bare" />}
              {described.trial && <CommandButton {...described.trial} />}
            </div>
          )
        }
      >
        {typeLabel !== undefined && (
          <p className={css.note}>
            {typeLabel}.{' '}
            <PageLink className={undefined} href={newResourcePath(kind)}>
              Choose another type
            </PageLink>
          </p>
        )}
      </DescribedForm>
    </FormPlace>
  )
}
