import { describe, expect, it } from 'vitest';
import { quotingFrom } from '../testing/quoting-from.ts';

// Pages in languages that attach words to others, or write none apart, asked in that language without an encoder.

const pages: Record<string, Record<string, string>> = {
  Arabic: {
    'hotel.md': '# مصاريف السفر\n\nالحد الأقصى لتكلفة الفندق مئة وعشرون ديناراً لكل ليلة.\n',
    'training.md': '# ميزانية التدريب\n\nلكل موظف ميزانية سنوية للتدريب قدرها خمسمئة دينار.\n',
    'leave.md': '# الإجازات السنوية\n\nيحصل الموظف على واحد وعشرين يوماً من الإجازة السنوية المدفوعة.\n',
  },
  Hebrew: {
    'hotel.md': '# הוצאות נסיעה\n\nהתקרה ללילה במלון היא חמש מאות שקלים.\n',
    'food.md': '# חדר האוכל\n\nחדר האוכל מגיש ארוחת צהריים. מחיר הארוחה עשרים ושניים שקלים.\n',
    'leave.md': '# ימי חופשה\n\nכל עובד זכאי לשמונה עשר ימי חופשה בשנה.\n',
  },
  Korean: {
    'travel.md': '# 출장비\n\n국내 출장 숙박비 한도는 1박 9만 원입니다. 서울과 부산은 12만 원까지 인정됩니다.\n',
    'training.md': '# 교육비 지원\n\n50만 원이 넘는 강의는 본부장의 승인이 필요합니다.\n',
    'leave.md': '# 연차 휴가\n\n남은 연차는 다음 해 2월 말까지 쓸 수 있습니다.\n',
  },
  Chinese: {
    'leave.md': '# 年假规定\n\n入职满一年的员工每年享有十五天带薪年假。\n',
    'travel.md': '# 差旅报销\n\n国内出差住宿标准为每晚四百五十元，一线城市为六百元。\n',
    'visitors.md': '# 访客接待\n\n访客须由接待员工提前一天在前台系统登记。\n',
  },
  Thai: {
    'leave.md': '# วันลาพักร้อน\n\nพนักงานที่ทำงานครบหนึ่งปีได้รับวันลาพักร้อนปีละสิบวัน ต้องยื่นใบลาล่วงหน้าสองสัปดาห์\n',
    'computers.md': '# คอมพิวเตอร์\n\nพนักงานใหม่ได้รับโน้ตบุ๊กในวันแรก ถ้าเครื่องหายให้โทรแจ้งฝ่ายไอทีที่เบอร์ 4400\n',
    'canteen.md': '# โรงอาหาร\n\nโรงอาหารอยู่ชั้นใต้ดิน เปิดตั้งแต่สิบเอ็ดโมงถึงบ่ายสองโมง\n',
  },
  Turkish: {
    'heating.md': '# ISITMA\n\nISITMA KASIM AYINDA AÇILIR.\n',
    'food.md': '# Yemekhane\n\nYemek ücreti 60 liradır.\n',
  },
};

const ANSWERED = [
  ['Arabic', 'ما الحد الأقصى للفندق؟', 'مئة وعشرون'],
  ['Arabic', 'كم ميزانية تدريب الموظف؟', 'خمسمئة'],
  ['Hebrew', 'מה התקרה למלון?', 'חמש מאות'],
  ['Hebrew', 'כמה עולה ארוחה בחדר האוכל?', 'עשרים ושניים'],
  ['Korean', '부산 출장 숙박비 한도가 얼마예요?', '12만 원'],
  ['Korean', '50만 원 넘는 강의는 누가 승인하나요?', '본부장'],
  ['Chinese', '北京、上海这样的一线城市住宿标准是多少？', '六百元'],
  ['Thai', 'โรงอาหารเปิดกี่โมง', 'สิบเอ็ดโมง'],
  ['Thai', 'ลาพักร้อนได้กี่วัน', 'สิบวัน'],
] as const;

describe.each(Object.keys(pages))('%s pages', (language) => {
  const ask = quotingFrom(pages[language] ?? {});
  const of = <T extends readonly [string, ...unknown[]]>(rows: readonly T[]) =>
    rows.filter(([one]) => one === language);

  for (const [, question, part] of of(ANSWERED))
    it(`answer ${question}`, async () => {
      const { verdict, text } = await ask(question);
      expect(verdict).toBe('answered');
      expect(text).toContain(part);
    });

  for (const [, question, part] of of([['Turkish', 'ısıtma ne zaman açılır?', 'KASIM']] as const))
    it(`show what comes closest to ${question}`, async () => expect((await ask(question)).text).toContain(part));

  for (const [, question] of of([
    ['Arabic', 'هل توجد إجازة أمومة؟'],
    ['Hebrew', 'יש חופשת לידה?'],
    ['Korean', '육아휴직은 몇 개월인가요?'],
    ['Chinese', '公司有育儿假吗？'],
    ['Thai', 'ที่จอดรถอยู่ที่ไหน'],
  ] as const))
    it(`answer nothing of which they do not speak: ${question}`, async () =>
      expect((await ask(question)).verdict).toBe('unknown'));
});
