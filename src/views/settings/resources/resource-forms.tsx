import type { UseQueryOptions } from '@tanstack/react-query'
import { type ComponentType, useEffect } from 'react'
import { useLocation } from 'wouter'
import type { ApiError } from '@/api/http'
import type { RowValues } from '@/api/settings/settings-table'
import { callTo } from '@/commands/call-to'
import type { KnownArgs, Target } from '@/commands/command'
import type { FormDescription, FormValues } from '@/shared/forms/form-description'
import { kindNoun } from '@/lib/kinds'
import { newResourcePath, resourceRowPath } from '@/shared/routing/registry'
import type { ResourceKind } from '@/shared/routing/resource'
import { loadEditor } from '@/resources/editor'
import type { AnyDetails, RowEditing } from '@/resources/resource'
import { useLoaded } from '@/ui/use-loaded'
import type { CommandDialogProps } from '../../shared/forms/command-dialog'
import { CommandButton } from '../../shared/commands/command-button'
import { commandForm } from '../../shared/forms/command-form'
import { findByPlace } from './find-by-place'

type Rows = readonly object[]

/** The effect of the values of a form, shown below its fields: the file `<kind>.effect.tsx` of a view. */
export type EffectView = ComponentType<{ values: FormValues; id: string | undefined }>
const effects = findByPlace(import.meta.glob<{ default: EffectView }>('../../**/*.effect.tsx'))

/** The form that creates a resource. */
export const AddResource = formOf(
  ({ type }) => type as ResourceKind,
  (kind, _details, { fields, fieldsIn, dialog }, Effect) =>
    commandForm({
      title: () => dialog?.addTitle ?? `Add ${kindNoun(kind)}`,
      label: kindNoun(kind),
      fields: (_data, _known, { environment }) => fieldsIn?.(fields, environment.deployment) ?? fields,
      values: (_data, known) => givenIn(known),
      ...(Effect && { after: (_data, _known, values) => <Effect values={values} id={undefined} /> }),
      toArgs,
      submitLabel: dialog?.submitLabel ?? 'Add',
      busyLabel: dialog?.busyLabel ?? 'Adding…',
    })
)

/** The form that edits a resource. Read-only if the resource is managed elsewhere. */
export const EditResource = formOf(
  (known) => targetIn(known).kind,
  (kind, { rows, identify }, { fields, fieldsIn, fieldsOf, dialog, one, toValues, lockedAt }, Effect) => {
    const rowIn = (list: Rows, known: KnownArgs) => list.find((row) => identify(row).id === targetIn(known).id)
    const ofOne = one && ((id: string) => ({ ...one(id), select: (row: object | null) => (row ? [row] : []) }))
    const ofAll = () => (rows.paging === 'none' ? rows.query() : undefined)
    return commandForm<Rows>({
      title: (known) => dialog?.editTitle ?? `Edit ${targetIn(known).label}`,
      label: kindNoun(kind),
      query: (known) => (ofOne ?? ofAll)(targetIn(known).id) as UseQueryOptions<Rows, ApiError, Rows> | undefined,
      what: `this ${kindNoun(kind)}`,
      closed: (list, known) =>
        rowIn(list, known)
          ? undefined
          : {
              tone: 'empty',
              title: 'No resources found',
              text: `This ${kindNoun(kind)} has been deleted.`,
            },
      locked(list, known) {
        const row = rowIn(list, known)
        const lock = row && lockedAt(row)
        return lock === undefined ? undefined : `Managed by ${lock}. Change it there.`
      },
      fields(list, known, { environment }) {
        const row = rowIn(list, known)
        const here = fieldsIn?.(fields, environment.deployment) ?? fields
        return (row && fieldsOf?.(here, row)) ?? here
      },
      values(list, known) {
        const row = rowIn(list, known)
        return { ...(row && toValues(row)), ...givenIn(known) }
      },
      after(list, known, values) {
        const row = rowIn(list, known)
        return (
          row && (
            <>
              {Effect && <Effect values={values} id={targetIn(known).id} />}
              {lockedAt(row) === undefined && (
                <p>
                  <CommandButton call={callTo('resource.delete', { resources: [targetIn(known)] })} label="Delete" />
                </p>
              )}
            </>
          )
        )
      },
      toArgs,
      submitLabel: dialog?.submitLabel ?? 'Update',
      busyLabel: dialog?.busyLabel ?? 'Updating…',
    })
  }
)

const targetIn = ({ resource }: KnownArgs) => (resource as readonly [Target<ResourceKind>])[0]

/** The values in the call itself, such as in the call of a link. */
const givenIn = ({ values }: KnownArgs): RowValues => (values ?? {}) as RowValues

const toArgs = (values: RowValues) => ({ values })

type ByDialog = Extract<RowEditing<object>, { fields: FormDescription }>

/** Resources with pages are edited on their page. */
const toPage = (kind: ResourceKind) =>
  function ToPage({ known, onClose }: CommandDialogProps) {
    const [, navigate] = useLocation()
    const { id } = (known['resource'] as readonly Target[] | undefined)?.[0] ?? {}
    const path = id === undefined ? newResourcePath(kind) : resourceRowPath(kind, id)
    useEffect(() => {
      void Promise.resolve(onClose()).then(() => path !== undefined && navigate(path))
    }, [path, navigate, onClose])
    return null
  }

/**
 * The form of the resource of a command. Each form is created once, when the details of its kind have loaded.
 * @param kindIn returns the kind of the resource from the arguments of the command
 */
function formOf(
  kindIn: (known: KnownArgs) => ResourceKind,
  make: (
    kind: ResourceKind,
    details: AnyDetails,
    editing: ByDialog,
    Effect: EffectView | undefined
  ) => ComponentType<CommandDialogProps>
): ComponentType<CommandDialogProps> {
  const loads = new Map<ResourceKind, () => Promise<{ Form: ComponentType<CommandDialogProps> }>>()
  const loadOf = (kind: ResourceKind) => async () => {
    const { details, editing } = await loadEditor(kind)
    if (editing.page) return { Form: toPage(kind) }
    const effect = await effects[kind]?.()
    return { Form: make(kind, details, editing, effect?.default) }
  }
  return function ResourceForm(props) {
    const kind = kindIn(props.known)
    const load = loads.get(kind) ?? loadOf(kind)
    loads.set(kind, load)
    const form = useLoaded(load)
    if (form.is === 'ready') return <form.value.Form {...props} />
    // The error boundary reports it, and the next opening retries.
    if (form.is === 'failed') throw form.error
    return null
  }
}
