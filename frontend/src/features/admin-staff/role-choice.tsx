import { ROLES, type StaffRole } from '@/api/staff'
import { Choice, Choices } from '@/ui/choice'

export type RoleChoiceProps = {
  value: StaffRole | null
  error?: string | undefined
  onChange: (role: StaffRole) => void
}

/** The five roles, each with what it is for. */
export function RoleChoice({ value, error, onChange }: RoleChoiceProps) {
  return (
    <div className="grid gap-1.5">
      <p aria-hidden className="font-medium">
        Role
      </p>
      <Choices legend="Role">
        {ROLES.map(({ value: role, label, about }) => (
          <Choice
            key={role}
            name="role"
            value={role}
            label={label}
            checked={value === role}
            onChoose={() => onChange(role)}
          >
            {about}
          </Choice>
        ))}
      </Choices>
      {error !== undefined && (
        <p role="alert" className="text-sm font-medium text-error">
          {error}
        </p>
      )}
    </div>
  )
}
