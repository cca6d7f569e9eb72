/** 功能广场。 */
export const texts = {
  playcards: {
    lead: '你的账户现在可以做的事。',
    balance: '余额',
    topUp: '充值',
    from: '最便宜：{{model}}',
    pair: '输入 {{input}} · 输出 {{output}}（每百万 token）',
    busy: '暂时不可用',
    offers: '可用模型：{{count}} 个',
    missing: '尚无渠道提供',
    addChannel: '添加渠道',
    emptyTitle: '还没有可用的模型',
    empty: '没有渠道向你的分组提供模型。请联系管理员。',
    kinds: {
      chat: { name: '聊天', purpose: '与模型对话，可附图片和文件。', act: '开始聊天' },
      agents: {
        name: '编程助手',
        purpose: 'Claude Code、Codex、Gemini CLI 等：带密钥的配置，复制即可用。',
        act: '查看配置',
      },
      image: { name: '图片', purpose: '用文字生成图片，或修改已有图片。', act: '查看代码' },
      speech: { name: '语音合成', purpose: '把文字读出来，边生成边播放。', act: '查看代码' },
      transcribe: {
        name: '语音转文字',
        purpose: '录音转成文字或字幕，也可译成英文。',
        act: '查看代码',
      },
      video: { name: '视频', purpose: '用文字或图片生成短片。', act: '查看代码' },
      music: { name: '音乐', purpose: '用描述或歌词作曲。', act: '查看模型' },
      draw: {
        name: 'Midjourney',
        purpose: '按描述作画，再放大或变化喜欢的一张。',
        act: '查看绘图',
      },
      embed: { name: '向量', purpose: '把文字变成向量，用于检索。', act: '查看代码' },
      rerank: { name: '重排序', purpose: '按与问题的相关程度排列文档。', act: '查看代码' },
      moderate: { name: '内容审核', purpose: '判断文字是否有害。', act: '查看代码' },
    },
  },
}
