/** Common parts of passwords in Bangladesh, the most common first. The dictionary of zxcvbn has English words only. */
export const localWords = `
bangladesh bangla dhaka allah school ami tumi amar tomar islam madrasa college student teacher admin password
amarsonarbangla sonarbangla joybangla banglaboi bangladeshi bangali bangalee bengali deshi desh amardesh bdesh
bismillah allahuakbar allahu akbar alhamdulillah inshaallah insallah mashaallah subhanallah astagfirullah
muhammad mohammad mohammed quran koran namaz namaj ramadan ramzan eidmubarak mubarak salam assalamualaikum
khodahafez jannat makkah madina kaaba masjid iman hajj rasul nabi hazrat
valobasi bhalobashi valobasha bhalobasha valobasa bhalobasa amitomakevalobasi amitomake tomake ilove iloveu
ilovebangladesh amarma amarbaba maababa babama ammu abbu amma abba bhai bhaiya apu bondhu bandhu jaan janu
shona sona pakhi moyna tuktuki babu bou shami jibon prem mon hridoy shopno swapno asha alo akash nodi megh
bristi brishti shapla golap joba beli jui shiuli kodom padma meghna jamuna surma karnaphuli ilish biriyani
bangabandhu mujib ekushey ekush february shaheed shahid shadhinota swadhin muktijuddho bijoy bijoydibosh victory
tiger tigers royalbengal cricket shakib sakib tamim mushfiq mashrafe mustafiz liton football argentina brazil
messi neymar ronaldo bdtigers
gazipur narayanganj narsingdi manikganj munshiganj tangail kishoreganj faridpur gopalganj madaripur
rajbari shariatpur chittagong chattogram coxsbazar comilla cumilla noakhali feni lakshmipur chandpur
brahmanbaria rangamati khagrachari bandarban sylhet moulvibazar habiganj sunamganj rajshahi bogra bogura pabna
sirajganj natore naogaon chapainawabganj joypurhat khulna jessore jashore satkhira bagerhat narail magura
jhenaidah kushtia chuadanga meherpur barisal barishal bhola patuakhali pirojpur jhalokati barguna rangpur
dinajpur kurigram gaibandha lalmonirhat nilphamari panchagarh thakurgaon mymensingh jamalpur sherpur netrokona
uttara mirpur gulshan banani dhanmondi motijheel mohammadpur savar tongi
rahim karim rahman rahaman hossain hossen hasan hasib ahmed ahmad uddin abdul abdullah abdur ali khan chowdhury
sarker sarkar mia miah mollah sheikh shaikh talukder sikder bhuiyan mondal biswas das roy saha paul ghosh barua
akter akhter aktar begum khatun khanam sultana nasrin yasmin jahan nahar parvin parveen fatema fatima ayesha
aysha khadija mariam maryam rahima halima amena rokeya sumaiya tasnim nusrat jannatul sadia mim mita rima ruma
shila sumi tania farhana sharmin shamim sohel rubel rasel russel jewel masud mamun arif asif sajib sajid sabbir
rakib rafiq shafiq kamal jamal nazrul rabindra tagore kabir kamrul imran tanvir tareq tariq ashraf anwar
mahmud mahbub mizan monir nayeem noman parvez riad ridoy saiful salman siam sumon shuvo tuhin zahid zaman
principal headmaster headsir pradhan shikkhok shikkha chatro bidyaloy vidyaloy pathshala academy
kindergarten highschool primary government govt pilot model islamia ideal collegiate cantonment university
computer mobile internet office exam result biddaloy notunboi
grameenphone grameen robi airtel banglalink teletalk bkash nagad rocket brac ucash samsung walton symphony
hfqvf hfqvfclm gfmfv gfdm kdm efjf mcv
বাংলাদেশ বাংলা ঢাকা আমারসোনারবাংলা সোনারবাংলা জয়বাংলা আমি তুমি আমার তোমার আল্লাহ আল্লাহুআকবার বিসমিল্লাহ
আলহামদুলিল্লাহ ইনশাআল্লাহ ভালোবাসি ভালবাসি ভালোবাসা ইসলাম মাদ্রাসা স্কুল কলেজ বিদ্যালয় শিক্ষা শিক্ষক ছাত্র
পাসওয়ার্ড মোহাম্মদ রহিম করিম রহমান চট্টগ্রাম রাজশাহী খুলনা সিলেট বরিশাল রংপুর ময়মনসিংহ কুমিল্লা বাবা মা`
  .trim()
  .normalize('NFKC')
  .split(/\s+/);
