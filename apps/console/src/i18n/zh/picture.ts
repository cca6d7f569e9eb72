/** Pictures in what somebody else wrote: shown when asked for. */
export const texts = {
  picture: {
    load: '加载来自 {{host}} 的图片',
    loadNamed: '加载来自 {{host}} 的图片：{{name}}',
    again: '来自 {{host}} 的图片未能加载，点击重试',
    notSecure: '来自 {{host}} 的图片不显示：地址不是 https',
  },
}
