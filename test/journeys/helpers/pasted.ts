/** What Word puts on the clipboard, shortened. */
export const fromWord = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15">
<style><!-- p.MsoNormal{margin:0;font-size:11pt} --></style><!--[if gte mso 9]><xml><w:WordDocument></w:WordDocument></xml><![endif]--></head>
<body lang=EN-US><!--StartFragment--><h1 style='mso-style-x:y'><span style='font-size:16pt;color:#2F5496'>শিরোনাম<o:p></o:p></span></h1>
<p class=MsoNormal align=center style='text-align:center;mso-margin-top-alt:auto'><b><span lang=BN style='font-family:"Nirmala UI"'>মোটা</span></b><o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>এক<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:1in;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>o<span>&nbsp; </span></span><![endif]>এক-ক</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp;</span></span>দুই</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>১.<span>&nbsp;</span></span>প্রথম</p>
<table class=MsoTableGrid border=1 style='border-collapse:collapse'><tr style='height:10pt'><td width=200 colspan=2 style='width:150pt'><p class=MsoNormal>ক<o:p></o:p></p></td></tr><tr><td><p>খ</p></td><td><p>গ</p></td></tr></table>
<p class=MsoNormal><img width=300 src="file:///C:/clip_image001.png" v:shapes="Picture_1"></p><!--EndFragment--></body></html>`;

/** The same of Google Docs. */
export const fromGoogleDocs = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1a"><h2 dir="ltr" style="line-height:1.38"><span style="font-size:16pt;font-weight:400;">শিরোনাম</span></h2><p dir="ltr" style="line-height:1.38;text-align: justify;margin-top:0pt"><span style="font-size:11pt;font-weight:400;font-style:normal;text-decoration:none;">সাধারণ </span><span style="font-weight:700;font-style:italic;text-decoration:underline;">সব</span> <a href="https://example.com/" style="text-decoration:none;"><span style="color:#1155cc;text-decoration:underline;">লিংক</span></a></p><br><ul style="margin-top:0"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400">এক</span></p></li><ul><li aria-level="2"><p role="presentation"><span>ভিতরে</span></p></li></ul></ul><br><p style="text-align:center"><span style="text-decoration:line-through">কাটা</span><span><img src="https://lh3.googleusercontent.com/x" width="200"></span></p></b><br class="Apple-interchange-newline">`;

/** A page that means no good. */
export const fromElsewhere = `<div style="color:red" onclick="alert(1)"><script>alert(1)</script><p style="background:url(javascript:1)">এক<br>দুই</p><img src=x onerror=alert(1)><a href="javascript:alert(1)">খারাপ</a><iframe src="https://example.com"></iframe><svg><a href="javascript:1">s</a></svg></div>`;

/** A post of Facebook: its emoji are pictures, its links lead by a page that counts. */
export const fromFacebook = `<div dir="auto" style="text-align: start;">ভর্তি চলছে <span class="x3nfvp2"><img height="16" width="16" alt="🎉" referrerpolicy="origin-when-cross-origin" src="https://static.xx.fbcdn.net/images/emoji.php/v9/t1b/1/16/1f389.png"></span><span><img height="16" width="16" alt="❤️" src="https://static.xx.fbcdn.net/images/emoji.php/v9/tf3/1/16/2764.png"></span> <a href="https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.com%2Fform%3Fa%3D1%26fbclid%3DIwAR0x_y-z&amp;h=AT0abc&amp;__tn__=-UK-R" rel="nofollow noreferrer" target="_blank">ফরম</a> m<span style="vertical-align:super">2</span></div>`;
