import '../../../commands/every-command'
import { type QueryKey, skipToken, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { z } from 'zod/mini'
import type { ApiError } from '../../../api/http'
import { parseCall } from '../../../commands/call'
import type { Known, Slots } from '../../../commands/command'
import { findCommand } from '../../../commands/registry'
import { capital } from '../../../lib/format'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { WaitingActions } from '../../../ui/form/actions'
import { Form } from '../../../ui/form/form'
import { Banner, Notice } from '../../../ui/notice'
import { announce } from '../../../ui/voice'
import { QueryState, Stale } from '../query/query-state'
import type { CommandDialogProps } from './command-dialog'
import css from './command-form.module.css'
import { FormPlace } from './form-place'
import { useSubmit } from './use-submit'

type Values = Record<string, unknown>
/** Why there is nothing to fill in. `title` is without a full stop; `text` is whole sentences, or empty. */
type Reason = { tone: 'empty' | 'closed'; title: string; text: string }

/** Null is no data: what it would be about is gone, which the form says by itself. */
type There<D> = Exclude<D, null>

export type FormDefinition<D, K extends QueryKey = QueryKey> = {
  title: (known: Known, data: D | undefined) => string
  description?: (known: Known) => string
  /** The accessible name of the form itself. */
  label: string
  /** The data needed before the fields can be shown, if any. */
  query?: (known: Known) => UseQueryOptions<D, ApiError, D, K> | undefined
  /** The name of the data in messages: 'the properties'. */
  what?: string
  /** A notice instead of the fields, or above them once they are there: it is gone, or cannot be changed here. */
  closed?: (data: There<D>, known: Known) => Reason | undefined
  /** Shown above the fields, which can then only be read: why it is not changed here. */
  locked?: (data: There<D>, known: Known) => string | undefined
  /** The first values. If the fields are the slots, arguments of the call replace them. */
  initial: (data: There<D>, known: Known) => Values
  fields: (data: There<D>, known: Known) => ReactNode
  /** Without it, the fields are the slots of the command, each checked by its own schema. */
  schema?: z.ZodMiniType<Values, Values>
  /** Converts the values into written arguments. Without it, the slots do. */
  write?: (values: Values) => Readonly<Record<string, string>>
  /** What sending does; with other values it may do something else. */
  submitLabel: string | ((values: Values) => string)
  busyLabel: string
}

/** Any definition: the types of its parts were checked where it was made. */
type Definition = FormDefinition<unknown>

/** Makes the dialog of a command from the description of its form. */
export function commandForm<D = undefined, K extends QueryKey = QueryKey>(
  definition: FormDefinition<D, K>
): ComponentType<CommandDialogProps> {
  return (props) => <CommandForm definition={definition as unknown as Definition} {...props} />
}

const nothing: UseQueryOptions<unknown, ApiError> = { queryKey: [], queryFn: skipToken }

type Props = CommandDialogProps & { definition: Definition }

function CommandForm(props: Props) {
  const { definition, known, onClose } = props
  const { title, description, query, what = 'what it needs', submitLabel } = definition
  const asking = query?.(known)
  const asked = useQuery(asking ?? nothing)
  const answer = asking && asked.data === undefined ? undefined : { data: asked.data }
  const reason = answer && whyClosed(answer.data, props)
  const fillable = useFillable(answer, reason !== undefined)
  const close = () => void onClose()
  return (
    <Dialog title={title(known, (fillable ?? asked).data)} description={description?.(known)} onClose={close}>
      {fillable ? (
        <>
          <Stale as="pane" query={asked} what={what} />
          <FormPlace className={css.body ?? ''}>
            {reason && <Banner key={reason.title}>{inWords(reason)}</Banner>}
            <Fields {...props} data={fillable.data} />
          </FormPlace>
        </>
      ) : reason ? (
        <Closed {...reason} onClose={close} />
      ) : (
        <>
          <QueryState as="pane" query={asked} what={what} />
          {!asked.error && (
            <WaitingActions
              // What sending does may depend on values, which are not there yet.
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
 * What the fields are made of; undefined before there were any. Once there are fields they stay, as they were, with what was
 * typed into them: what they are about may be gone after any refresh, and the server decides when they are sent.
 */
function useFillable(answer: Answer | undefined, isClosed: boolean): Answer | undefined {
  const [last, setLast] = useState<Answer>()
  if (!answer || isClosed || (last && last.data === answer.data)) return last
  setLast(answer)
  return answer
}

function whyClosed(data: unknown, { definition: { closed, what = 'it' }, known }: Props): Reason | undefined {
  if (data === null) return { tone: 'empty', title: `${capital(what)} is not there any more`, text: '' }
  return closed?.(data, known)
}

const inWords = ({ title, text }: Pick<Reason, 'title' | 'text'>) => `${title}. ${text}`.trim()

/** Focus waited at the title for fields, and would otherwise have nothing to go to but the button in the corner. */
function Closed({ tone, title, text, onClose }: Reason & { onClose: () => void }) {
  // Focus goes past it.
  useEffect(() => announce(inWords({ title, text }), { key: 'closed' }), [title, text])
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

/** Checks each value by the schema of its slot. */
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
