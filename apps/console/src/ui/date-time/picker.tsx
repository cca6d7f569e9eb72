import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'
import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import { enUS, type PickersInputLocaleText, zhCN } from '@mui/x-date-pickers/locales'
import { IconCalendar, IconX } from '@tabler/icons-react'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/zh-cn'
import type { DateTimeFieldProps } from './date-time-props.ts'

// The package's texts are of its own type but for `undefined`, which none of them is.
const wordsOf = ({ components }: typeof zhCN): PickersInputLocaleText =>
  components.MuiLocalizationProvider.defaultProps.localeText as PickersInputLocaleText

const Calendar = () => <IconCalendar size={18} stroke={1.5} />
const Clear = () => <IconX size={16} stroke={1.5} />

/** Loaded when a form or a filter asks for a moment: the calendar is bigger than most pages. */
export function Picker(props: DateTimeFieldProps) {
  const chinese = props.language === 'zh-CN'
  const change = (moment: Dayjs | null) =>
    props.onChange(moment?.isValid() === true ? Math.floor(moment.valueOf() / 1000) : null)
  return (
    <LocalizationProvider
      dateAdapter={AdapterDayjs}
      adapterLocale={chinese ? 'zh-cn' : 'en'}
      localeText={wordsOf(chinese ? zhCN : enUS)}
    >
      <DateTimePicker
        label={props.label}
        value={props.seconds === null ? null : dayjs(props.seconds * 1000)}
        onChange={change}
        format="YYYY-MM-DD HH:mm:ss"
        ampm={false}
        views={['year', 'month', 'day', 'hours', 'minutes', 'seconds']}
        timeSteps={{ minutes: 5, seconds: 10 }}
        {...(props.inputRef === undefined ? {} : { inputRef: props.inputRef })}
        slots={{ openPickerIcon: Calendar, clearIcon: Clear }}
        slotProps={{
          // The field shows the moment already.
          toolbar: { hidden: true },
          field: { clearable: props.clearable ?? false },
          textField: {
            size: 'small',
            fullWidth: true,
            error: props.invalid ?? false,
            helperText: props.below ?? '',
            onBlur: props.onBlur ?? (() => undefined),
          },
        }}
      />
    </LocalizationProvider>
  )
}
