import '@/commands/every-command'
import { type QueryKey, skipToken, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { z } from 'zod/mini'
import type { ApiError } from '@/api/http'
import { parseCall } from '@/commands/call'
import type { KnownArgs, Slots } from '@/commands/command'
import { findCommand } from '@/commands/registry'
import { capital } from '@/shared/format'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { PendingFormActions } from '@/ui/form/form-buttons'
import { Form } from '@/ui/form/form'
import { Banner, Notice } from '@/ui/notice'
import { announce } from '@/ui/voice'
import { QueryState, StaleNotice } from '../query/query-state'
import type { CommandDialogProps } from './command-dialog'
import css from './command-form.module.css'
import { FormPlace } from './form-place'
import { useSubmit } from './use-submit'

type Values = Record<string, unknown>
/** Why there are no fields to fill in. `title` has no full stop; `text` consists of whole sentences, or is empty. */
type Reason = { tone: 'empty' | 'closed'; title: string; text: string }

/** Excludes null, which means that the resource does not exist; the form shows that itself. */
type There<D> = Exclude<D, null>

type FormDefinition<D, K extends QueryKey = QueryKey> = {
  title: (known: KnownArgs, data: D | undefined) => string
  description?: (known: KnownArgs) => string
  /** The accessible name of the form itself. */
  label: string
  /** The data required before the fields can be shown, if any. */
  query?: (known: KnownArgs) => UseQueryOptions<D, ApiError, D, K> | undefined
  /** The name of the data in messages: 'the properties'. */
  what?: string
  /** The reason shown instead of the fields, or above existing fields: the resource is gone, or not editable here. */
  closed?: (data: There<D>, known: KnownArgs) => Reason | undefined
  /** The reason why the fields are read-only, shown above them. */
  locked?: (data: There<D>, known: KnownArgs) => string | undefined
  /** The initial values. If the fields are the slots, arguments of the call replace them. */
  initial: (data: There<D>, known: KnownArgs) => Values
  fields: (data: There<D>, known: KnownArgs) => ReactNode
  /** The schema of the values. Without it, the fields are the slots of the command, validated by their schemas. */
  schema?: z.ZodMiniType<Values, Values>
  /** Serializes the values as arguments. Without it, the slots serialize them. */
  write?: (values: Values) => Readonly<Record<string, string>>
  /** The label of the submit button, which may depend on the values. */
  submitLabel: string | ((values: Values) => string)
  busyLabel: string
}

/** Any definition. Its types were checked when it was passed to `commandForm`. */
type Definition = FormDefinition<unknown>

/** Creates the dialog of a command from the definition of its form. */
export function commandForm<D = undefined, K extends QueryKey = QueryKey>(
  definition: FormDefinition<D, K>
): ComponentType<CommandDialogProps> {
  return (props) => <CommandForm definition={definition as unknown as Definition} {...props} />
}

const nothing: UseQueryOptions<unknown, ApiError> = { queryKey: [], queryFn: skipToken }

type Props = CommandDialogProps & { definition: Definition }

function CommandForm(props: Props) {
  const { definition, known, onClose } = props
  const { title, description, query, what = 'the form', submitLabel } = definition
  const options = query?.(known)
  const result = useQuery(options ?? nothing)
  const answer = options && result.data === undefined ? undefined : { data: result.data }
  const reason = answer && whyClosed(answer.data, props)
  const fillable = useFillable(answer, reason !== undefined)
  const close = () => void onClose()
  return (
    <Dialog title={title(known, (fillable ?? result).data)} description={description?.(known)} onClose={close}>
      {fillable ? (
        <>
          <StaleNotice as="pane" query={result} what={what} />
          <FormPlace className={css.body ?? ''}>
            {reason && <Banner key={reason.title}>{formatReason(reason)}</Banner>}
            <Fields {...props} data={fillable.data} />
          </FormPlace>
        </>
      ) : reason ? (
        <Closed {...reason} onClose={close} />
      ) : (
        <>
          <QueryState as="pane" query={result} what={what} />
          {!result.error && (
            <PendingFormActions
              // A label that depends on the values is not available yet.
              submitLabel={typeof submitLabel === 'string' ? submitLabel : title(known, undefined)}
              refusal={`Loading ${what}…`}
              onCancel={close}
            />
          )}
        </>
      )}
    </Dialog>
  )
}

type Answer = { data: unknown }

/**
 * The data for the fields; undefined until it has loaded. Once shown, fields stay with their input, even if a refresh
 * finds that the resource is gone: the server decides when they are submitted.
 */
function useFillable(answer: Answer | undefined, isClosed: boolean): Answer | undefined {
  const [last, setLast] = useState<Answer>()
  if (!answer || isClosed || (last && last.data === answer.data)) return last
  setLast(answer)
  return answer
}

function whyClosed(data: unknown, { definition: { closed, what = 'it' }, known }: Props): Reason | undefined {
  if (data === null) return { tone: 'empty', title: `${capital(what)} no longer exists`, text: '' }
  return closed?.(data, known)
}

const formatReason = ({ title, text }: Pick<Reason, 'title' | 'text'>) => `${title}. ${text}`.trim()

/** The reason why there are no fields. Its button takes focus, which waited at the title for the fields. */
function Closed({ tone, title, text, onClose }: Reason & { onClose: () => void }) {
  // Focus skips the notice, so its text is announced.
  useEffect(() => announce(formatReason({ title, text }), { key: 'closed' }), [title, text])
  return (
    <Notice
      tone={tone}
      title={title}
      actions={
        <Button onPress={onClose} autoFocus>
          Close
        </Button>
      }
    >
      {text}
    </Notice>
  )
}

function Fields({ data, ...props }: Props & { data: unknown }) {
  const { definition, call, known, onClose } = props
  const { label, initial, fields, submitLabel, busyLabel } = definition
  const slots = fieldsOf(call)
  const { schema = schemaOf(slots), write = (values: Values) => writeBy(slots, values) } = definition
  const submit = useSubmit(props)
  const start = initial(data, known)
  const lock = definition.locked?.(data, known)
  return (
    <Form
      isReadOnly={lock !== undefined}
      isIrrevocable={findCommand(parseCall(call).id)?.undo === 'none'}
      label={label}
      draftKey={call}
      schema={schema}
      defaultValues={definition.schema ? start : { ...start, ...givenIn(call, slots) }}
      submitLabel={submitLabel}
      busyLabel={busyLabel}
      onSubmit={async (values) => submit(write(values))}
      onCancel={() => void onClose()}
    >
      {lock !== undefined && <p className={css.lock}>{lock}</p>}
      {fields(data, known)}
    </Form>
  )
}

/** The slots that are fields of the form. */
const fieldsOf = (call: string): Slots =>
  Object.fromEntries(
    Object.entries(findCommand(parseCall(call).id)?.slots ?? {}).filter(
      ([, { field, isPrivate }]) => field && !isPrivate
    )
  )

/** Validates each value by the schema of its slot. */
const schemaOf = (slots: Slots) =>
  z.object(Object.fromEntries(Object.entries(slots).map(([name, { schema }]) => [name, schema])))

const writeBy = (slots: Slots, values: Values) =>
  Object.fromEntries(
    Object.entries(slots).flatMap(([name, { write }]) =>
      values[name] === undefined ? [] : [[name, write(values[name])]]
    )
  )

function givenIn(call: string, slots: Slots): Values {
  const { args } = parseCall(call)
  return Object.fromEntries(Object.entries(args).filter(([name]) => slots[name]))
}
