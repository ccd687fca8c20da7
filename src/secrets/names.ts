import type { SecretCandidate } from './meant.ts';
import type { SecretKind } from './rule.ts';

interface SecretNames {
  readonly family: SecretCandidate['family'];
  readonly kind: SecretKind;
  readonly isWord: boolean;
  readonly names: readonly string[];
}

export const wordsOf = (...lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(' ')));

export const listed = (...lines: readonly string[]): string[] => lines.flatMap((line) => line.split('|'));

/** Inflected forms and compounds (`Hauptpasswort`, `пароля`, `şifresi`, `DB_PASSWORD`) match too. */
export const NAMES: readonly SecretNames[] = [
  {
    family: 'password',
    kind: 'password',
    isWord: false,
    names: listed(
      'password|passwd|passphrase|pwd|passwort|kennwort|contraseña|contrasena|contrasenya',
      'mot de passe|mots de passe|mdp|senha|palavra passe|palavra chave|parola|parolă|wachtwoord|hasło|haslo|hasła|heslo|hesla',
      'lösenord|losenord|adgangskode|kodeord|passord|salasana|salasana on|jelszó|jelszav|lozink|mật khẩu|kata sandi|şifre|sifre',
      'пароль|пароля|паролем|парола|κωδικός πρόσβασης|κωδικός|συνθηματικό|סיסמה|סיסמא|הסיסמה|كلمة السر|كلمة المرور|كلمة سر|كلمة مرور|رمز عبور',
      'पासवर्ड|कूटशब्द|รหัสผ่าน|パスワード|パスフレーズ|密码|密碼|口令|비밀번호|패스워드|비번|암호',
    ),
  },
  { family: 'password', kind: 'password', isWord: true, names: ['pass', 'pw', 'clave'] },
  {
    family: 'key',
    kind: 'key',
    isWord: false,
    names: listed(
      'api key|access key|secret key|private key|signing key|encryption key|license key|licence key|account key|master key',
      "api schlüssel|zugriffsschlüssel|lizenzschlüssel|clave api|clave de api|clave de acceso|clé api|clé d’api|clé d'api|clé privée",
      'chiave api|chiave privata|chave api|chave de api|chave privada|klucz api|api sleutel|ключ api|api ключ|api キー|apiキー|秘密鍵|api 密钥|密钥|私钥|api 키|개인 키|api anahtarı|مفتاح api|एपीआई कुंजी',
      'wifi key|wlan schlüssel',
    ),
  },
  {
    family: 'key',
    kind: 'token',
    isWord: false,
    names: listed("token|secret|jeton d’accès|jeton d'accès|トークン|令牌|토큰|токен|टोकन|رمز الوصول"),
  },
  {
    family: 'code',
    kind: 'code',
    isWord: true,
    names: listed(
      'pin|pin code|pin nummer|pin number|passcode|cvv|cvc|cvv2|puk|otp|tan|alarm code|door code|gate code|safe code|lock code',
      'entry code|access code|security code|unlock code|voicemail code|keypad code|garage code|verification code|login code|2fa code',
      'türcode|alarmcode|zugangscode|sicherheitscode|bestätigungscode|geheimzahl|código pin|código de la alarma|código de la puerta|código del portal|código da porta|código do alarme|code de la porte|code de l’alarme|codice della porta|codice dell’allarme|código de acceso|código de seguridad|código de verificación',
      "código de acesso|código de segurança|code pin|code d’accès|code d'accès|code secret|code de sécurité|digicode|codice pin|codice di accesso|codice di sicurezza",
      'pincode|toegangscode|kod pin|kod dostępu|пин код|пинкод|код доступа|код от домофона|暗証番号|暗証コード|验证码|驗證碼|密码锁|인증번호|핀번호|güvenlik kodu|erişim kodu',
      'رمز الدخول|الرقم السري|पिन|पिन कोड|ओटीपी',
    ),
  },
];
