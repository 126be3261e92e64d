import { useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { useMailConnected } from '@/api/mail-connection'
import type { UpdateProfileRequest } from '@/api/types'
import { TEXT_LINK } from '@/features/auth/auth-frame'
import { IMAGE_ACCEPT, imageHint } from '@/features/images/upload'
import { usePictureUpload } from '@/features/images/use-picture-upload'
import { atMost, passwordHint } from '@/lib/field-rules'
import { lowerLimit } from '@/lib/limits'
import { mailLanguageOf } from '@/lib/mail-languages'
import { useZodForm } from '@/lib/use-zod-form'
import { Button } from '@/ui/button'
import { PasswordField, TextField } from '@/ui/field'
import { LazyMount } from '@/ui/lazy-mount'
import { lazyPart } from '@/ui/lazy-part'
import { PictureField } from '@/ui/picture-field'
import { toast } from '@/ui/toast'
import { UploadProgress } from '@/ui/upload-progress'
import { MailLanguageField } from './mail-language-field'
import { useUpdateProfile } from './queries'

const ConfirmDialog = lazyPart(async () => (await import('@/ui/confirm-dialog')).ConfirmDialog)

const optionalName = () => z.string().check(z.trim(), atMost('nameLength'))
const FIELDS = z.object({
  firstName: optionalName(),
  lastName: optionalName(),
  password: z.string().check(
    z.refine((value) => value === '' || [...value].length >= lowerLimit('passwordMin'), {
      error: () => `Use at least ${lowerLimit('passwordMin')} characters`,
    }),
    atMost('passwordMax'),
  ),
  /** Needed for a new password alone. */
  currentPassword: z.string(),
  /** Empty: as it is. */
  language: z.string(),
})
const FORM = FIELDS.check(
  z.refine((values) => values.password === '' || values.currentPassword !== '', {
    path: ['currentPassword'],
    error: 'Enter your current password',
  }),
)
type Values = z.infer<typeof FORM>
const BLANK: Values = { firstName: '', lastName: '', password: '', currentPassword: '', language: '' }
/** The fields that are saved as a draft, without the passwords. */
const DRAFTED = { firstName: '', lastName: '' }

type ProfileFormProps = {
  person: { email: string; firstName: string; lastName: string; profilePicture: string }
}

/** Blank fields keep their present values; a blank password is not sent (spec.md §5). */
function updateFrom(
  values: Values,
  person: ProfileFormProps['person'],
  picture: string | null,
): UpdateProfileRequest {
  return {
    firstName: values.firstName || person.firstName,
    lastName: values.lastName || person.lastName,
    profilePicture: picture ?? person.profilePicture,
    ...(values.password !== '' && { password: values.password, currentPassword: values.currentPassword }),
    ...(values.language !== '' && { language: mailLanguageOf(values.language) }),
  }
}

export function ProfileForm({ person }: ProfileFormProps) {
  const { mutateAsync } = useUpdateProfile()
  const mails = useMailConnected()
  const picture = usePictureUpload()
  const [asking, setAsking] = useState(false)
  const [saving, setSaving] = useState(false)
  const { field, submit, handleSubmit, setValue, reset, watch } = useZodForm({
    rules: FORM,
    blank: BLANK,
    draft: { name: 'profile', owner: person.email, fields: DRAFTED },
  })

  const save = submit(
    async (values) => {
      const upload = await picture.upload()
      if (!upload.ok) return
      const update = updateFrom(values, person, upload.url)
      const { stillHere } = await mutateAsync({ email: person.email, update })
      if (!stillHere) return
      toast.success('Your details were updated successfully')
      picture.choose(null)
      reset(BLANK)
    },
    () => toast.error('Failed to update user details due to an error'),
  )
  const confirm = async () => {
    setSaving(true)
    await save()
    setSaving(false)
    setAsking(false)
  }

  return (
    <form
      noValidate
      aria-label="Update your details"
      onSubmit={handleSubmit(() => setAsking(true))}
      className="flex flex-col gap-5 rounded-card border border-line bg-white p-5 sm:p-8"
    >
      <p className="text-cocoa">Fill in only what should change; the rest stays as it is.</p>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Update First Name"
          optional
          autoComplete="given-name"
          placeholder={person.firstName}
          {...field('firstName')}
        />
        <TextField
          label="Update Last Name"
          optional
          autoComplete="family-name"
          placeholder={person.lastName}
          {...field('lastName')}
        />
      </div>
      <PasswordField
        label="Update Password"
        optional
        autoComplete="new-password"
        hint={`${passwordHint()}Your other devices are logged out.`}
        {...field('password')}
      />
      {watch('password') !== '' && (
        <PasswordField
          label="Current Password"
          autoComplete="current-password"
          hint={
            <>
              Never set one, or forgot it?{' '}
              <Link to={mails ? '/forgot-password' : '/contact'} className={TEXT_LINK}>
                {mails ? 'Set it by email' : 'Contact us'}
              </Link>
            </>
          }
          {...field('currentPassword')}
        />
      )}
      <MailLanguageField
        chosen={watch('language')}
        onChange={(language) => setValue('language', language)}
        error={field('language').error}
      />
      <PictureField
        label="Update Profile Picture"
        accept={IMAGE_ACCEPT}
        hint={imageHint()}
        current={person.profilePicture}
        file={picture.file}
        onChange={picture.choose}
        error={picture.error}
        disabled={saving}
      />
      <Button
        type="submit"
        size="lg"
        className="mt-2 sm:self-start"
        pending={saving}
        pendingLabel="Updating..."
      >
        Update User Details
      </Button>
      <LazyMount when={asking}>
        <ConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          title="Confirm Update"
          description="Are you sure you want to update your details?"
          confirmLabel="Confirm"
          pending={saving}
          pendingLabel="Updating..."
          onConfirm={() => void confirm()}
        >
          {picture.progress !== null && (
            <div className="mt-5">
              <UploadProgress share={picture.progress} onStop={picture.stop} />
            </div>
          )}
        </ConfirmDialog>
      </LazyMount>
    </form>
  )
}
