import { formatNames } from '@/shared/format'
import { Bind } from '@/ui/form/bind'
import { SelectField } from '@/ui/form/fields/select'
import { TextField } from '@/ui/form/fields/text'
import css from './people.module.css'
import { roleOptions } from './role-options'

type Props = {
  isNew?: boolean
  /** The current roles. A single role can be replaced; several roles stay unless the user chooses one. */
  roles?: readonly string[]
}

const none: readonly string[] = []

/** The fields for the name, address and role of a person. */
export const PersonFields = ({ isNew = false, roles = none }: Props) => (
  <>
    <div className={css.pair}>
      <Bind<string> name="firstName">{(bound) => <TextField label="First name" isRequired {...bound} />}</Bind>
      <Bind<string> name="lastName">{(bound) => <TextField label="Last name" {...bound} />}</Bind>
    </div>
    <Bind<string> name="email">
      {(bound) => <TextField label="E-mail" kind="email" isRequired={isNew} isMono {...bound} />}
    </Bind>
    <Bind<string> name="role">
      {(bound) => (
        <SelectField
          label="Role"
          isRequired={isNew}
          isAlwaysChosen={roles.length === 1}
          noneLabel={roles.length > 1 ? `Unchanged: ${formatNames(roles)}` : 'No role'}
          options={roleOptions}
          {...bound}
        />
      )}
    </Bind>
  </>
)
